"""The tags under which TensorBoard's hyperparameter plugin logs an experiment and its sessions."""

EXPERIMENT_TAG = "_hparams_/experiment"
SESSION_START_TAG = "_hparams_/session_start_info"
SESSION_END_TAG = "_hparams_/session_end_info"
