"""TRL's supervised fine-tuning of a tiny model on ready tokens; argument: the log directory."""

import os
import sys

os.environ["TENSORBOARD_LOGGING_DIR"] = sys.argv[1]

from datasets import Dataset
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, set_seed
from trl import SFTConfig, SFTTrainer

set_seed(3)
words = {"<pad>": 0, "<eos>": 1, "a": 2, "b": 3, "c": 4}
tokenizer = Tokenizer(WordLevel(words, unk_token="a"))
tokenizer.pre_tokenizer = Whitespace()
config = LlamaConfig(
    vocab_size=8,
    hidden_size=8,
    intermediate_size=16,
    num_hidden_layers=1,
    num_attention_heads=1,
    max_position_embeddings=16,
)
arguments = SFTConfig(
    output_dir=os.path.join(sys.argv[1], "output"),
    report_to="tensorboard",
    max_steps=3,
    logging_steps=1,
    per_device_train_batch_size=4,
    save_strategy="no",
    use_cpu=True,
    bf16=False,
    disable_tqdm=True,
)
SFTTrainer(
    model=LlamaForCausalLM(config),
    args=arguments,
    train_dataset=Dataset.from_dict({"input_ids": [[2, 3, 4, 1]] * 8}),
    processing_class=PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="<pad>", eos_token="<eos>"
    ),
).train()
