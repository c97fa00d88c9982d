"""transformers' Trainer on a tiny model; argument: the log directory."""

import os
import sys

os.environ["TENSORBOARD_LOGGING_DIR"] = sys.argv[1]

import torch
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments, set_seed

set_seed(3)
config = LlamaConfig(
    vocab_size=16,
    hidden_size=8,
    intermediate_size=16,
    num_hidden_layers=1,
    num_attention_heads=1,
    max_position_embeddings=16,
)
rows = [{"input_ids": torch.arange(8) % 5, "labels": torch.arange(8) % 5} for _ in range(8)]
arguments = TrainingArguments(
    output_dir=os.path.join(sys.argv[1], "output"),
    report_to="tensorboard",
    max_steps=4,
    logging_steps=1,
    eval_strategy="steps",
    eval_steps=2,
    per_device_train_batch_size=4,
    save_strategy="no",
    use_cpu=True,
    disable_tqdm=True,
)
Trainer(model=LlamaForCausalLM(config), args=arguments, train_dataset=rows, eval_dataset=rows).train()
