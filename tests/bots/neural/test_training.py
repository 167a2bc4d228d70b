"""A short training learns, goes on from its checkpoint, and leaves weights that play."""

import io
import xml.etree.ElementTree as Xml
from contextlib import redirect_stderr
from pathlib import Path

import numpy as np
import pytest

from arena.rl.evaluate import evaluate
from bots.examples.neural.hands import PracticeRoom
from bots.examples.neural.learner import Learner
from bots.examples.neural.play import NeuralBot
from bots.examples.neural.train import main
from bots.examples.neural.training import Progress, Training
from bots.examples.neural.weights import read

SMALL = ("--tables", "10", "--layers", "16,8")


def test_imitation_and_play_improve_their_losses() -> None:
    training = Training(Progress("spades-4", [32, 16], 1), 12)
    learner, room = training.learner, training.room
    shown = room.play(0, None)
    imitated = [learner.imitate(shown, 0.01) for _ in range(5)]
    assert imitated[-1] < 0.8 * imitated[0]
    played = room.play(0, learner.act)
    improved = [learner.improve(played, 0.01, 0.01) for _ in range(5)]
    assert improved[-1] < 0.8 * improved[0]


def test_a_training_that_is_resumed_is_the_one_that_was_not_stopped(tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    straight = Training(Progress("spades-3", [16, 8], 3), 12)
    for done in (0, 0.5):
        straight.round(done)
    straight.save(path)
    resumed = Training.resume(path, 12)
    assert resumed.progress == straight.progress
    assert resumed.round(0.9) == straight.round(0.9)
    for one, other in zip(resumed.learner.policy.parameters, straight.learner.policy.parameters, strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_command_trains_goes_on_and_leaves_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["--rounds", "2", *SMALL]) == 0
    assert main(["--rounds", "3", *SMALL]) == 0
    output = capsys.readouterr().out
    assert "points a hand above simple" in output
    assert "going on from neural.checkpoint.npz" in output
    assert Xml.parse("neural.svg").getroot().tag.endswith("svg")
    assert evaluate(NeuralBot(read(Path("neural.npz"))), boards=2, variant="spades-3").boards == 2
    assert main(["--variant", "spades-4", *SMALL]) == 2
    assert "neural.checkpoint.npz was begun with spades-3" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--minute", "3"], ["--variant", "pinochle-chips"], ["--layers", "a"]])
def test_a_bad_command_line_is_one_line(words: list[str]) -> None:
    with redirect_stderr(io.StringIO()) as errors:
        assert main(words) == 2
    assert errors.getvalue().count("\n") == 1


def test_a_foreign_checkpoint_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "kept.npz"
    path.write_text("no archive")
    with redirect_stderr(io.StringIO()) as errors:
        assert main(["--checkpoint", str(path), *SMALL]) == 2
    assert errors.getvalue().count("\n") == 1


def test_the_critic_alone_sees_what_others_hold() -> None:
    room = PracticeRoom("spades-4", 8, "simple", 0.5, 7)
    hands = room.play(0, None)
    np.testing.assert_array_equal(hands.action, room.play(0, None).action)
    assert hands.seen.shape[:2] == hands.own.shape == (56, 8)
    places = hands.hidden.reshape(56, 8, 3, 55)
    assert (places >= 0).all()
    assert (places.sum(axis=(2, 3))[0] == 39).all()
    assert (places.sum(axis=(2, 3))[-1] == 0).all()
    assert hands.seen.shape[2] == Learner(hands.seen.shape[2], 165, [8], 0).policy.parameters[0].shape[0]
