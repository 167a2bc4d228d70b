from arena.api.labels import flagged, is_marked
from arena.wire.gen.ratings_pb2 import Finding


def test_what_is_flagged_is_said_and_marks_the_bot() -> None:
    findings = [
        Finding(kind="void", bots=["a@1"], flagged=True, sentence="9 of the 49 boards of a@1 were voided"),
        Finding(kind="void", bots=["b@1"], sentence="1 of the 51 boards of b@1 were voided"),
        Finding(kind="transfer", bots=["b@1", "c@1"], flagged=True, sentence="c@1 scores +3.0%"),
    ]
    assert list(flagged(findings)) == ["! 9 of the 49 boards of a@1 were voided", "! c@1 scores +3.0%"]
    assert [is_marked(bot, findings) for bot in ("a@1", "b@1", "c@1")] == [True, False, False]
