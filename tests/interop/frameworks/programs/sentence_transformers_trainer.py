"""sentence-transformers' trainer on a model made from nothing; argument: the log directory."""

import os
import sys

os.environ["TENSORBOARD_LOGGING_DIR"] = sys.argv[1]

from datasets import Dataset
from sentence_transformers import (
    SentenceTransformer,
    SentenceTransformerTrainer,
    SentenceTransformerTrainingArguments,
)
from sentence_transformers.losses import CosineSimilarityLoss
from sentence_transformers.models import BoW, Dense
from transformers import set_seed

set_seed(3)
model = SentenceTransformer(modules=[BoW(vocab=["cat", "dog", "sun", "moon"]), Dense(4, 3)], device="cpu")
rows = {"one": ["cat dog", "sun"] * 4, "two": ["dog", "moon cat"] * 4, "score": [0.9, 0.1] * 4}
arguments = SentenceTransformerTrainingArguments(
    output_dir=os.path.join(sys.argv[1], "output"),
    report_to="tensorboard",
    max_steps=3,
    logging_steps=1,
    per_device_train_batch_size=4,
    save_strategy="no",
    use_cpu=True,
    disable_tqdm=True,
)
SentenceTransformerTrainer(
    model=model, args=arguments, train_dataset=Dataset.from_dict(rows), loss=CosineSimilarityLoss(model)
).train()
