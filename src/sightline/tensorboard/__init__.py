"""TensorBoard's HTTP API over our logs: a file per plugin, from parameters to TensorBoard's JSON."""
