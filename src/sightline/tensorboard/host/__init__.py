"""A process that hosts one plugin of TensorBoard; the only part that imports the package `tensorboard`."""
