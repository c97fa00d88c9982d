"""Train a tiny model by transformers' Trainer with Sightline's callback; then `sightline runs`."""

from __future__ import annotations

from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments

from sightline.integrations.transformers import SightlineCallback

config = LlamaConfig(
    vocab_size=16, hidden_size=16, intermediate_size=32, num_hidden_layers=1, num_attention_heads=2
)
rows = [{"input_ids": [1, 2, 3, 4, 5], "labels": [1, 2, 3, 4, 5]}] * 32
arguments = TrainingArguments(
    "output", report_to="none", max_steps=10, logging_steps=1, save_strategy="no", use_cpu=True
)
callback = SightlineCallback("runs/transformers", metrics=["train/loss"])
Trainer(LlamaForCausalLM(config), arguments, train_dataset=rows, callbacks=[callback]).train()
