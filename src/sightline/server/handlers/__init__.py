"""The routes under `/api/v1` and what answers them: parameters in, responses out, no data logic."""
