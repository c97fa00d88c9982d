from __future__ import annotations

import threading

from sightline.engine.answers_first import AnswersFirst


def test_work_gives_way_until_the_last_answer_is_there() -> None:
    answers = AnswersFirst()
    done = threading.Event()
    order: list[str] = []

    def work() -> None:
        while "second" not in order:
            answers.give_way()  # goes on after a while, in case an answer takes long
        order.append("work")
        done.set()

    with answers.answering():
        with answers.answering():
            threading.Thread(target=work).start()
            order.append("first")
        order.append("second")
    assert done.wait(30)
    assert order == ["first", "second", "work"]


def test_work_does_not_wait_where_no_answer_is_computed() -> None:
    answers = AnswersFirst()
    with answers.answering():
        pass
    for _ in range(10_000):
        answers.give_way()
