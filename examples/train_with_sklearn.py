"""A grid search and a learning curve with scikit-learn; then `sightline runs`. Needs scikit-learn."""

from __future__ import annotations

from sklearn.datasets import make_regression
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV, learning_curve

from sightline import SummaryWriter
from sightline.integrations.sklearn import log_learning_curve, log_search

x, y = make_regression(n_samples=200, n_features=5, noise=5.0, random_state=0)
search = GridSearchCV(Ridge(), {"alpha": [0.1, 1.0, 10.0]}, cv=3).fit(x, y)
log_search(search, "runs/search")
with SummaryWriter("runs/curves") as writer:
    log_learning_curve(writer, "learning", *learning_curve(Ridge(), x, y, cv=3)[:3])
