"""Read a person's answers and commands from a terminal, and apply them to a practice table."""

import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Final

from arena.cli.table.drawing import draw_table, number_answers, question, side_by_side
from arena.cli.terminal.printing import console, say, say_text
from arena.escapes import clip
from arena.practice import DealResult, PracticeError, Table, compare, read_answer, result_of, show, to_code
from arena.rules import IllegalActionError

HELP: Final = """\
  an answer   its number or its words: 3, AS, pass, nil; several cards as 1 4 7 or AS 9H TD
  u  undo     take your last decision back
  h  hint     show what the bot `expert` would do, and why
  s  show     show all players' cards, and mark the hand as open
  c  claim    take all remaining tricks, if they are certain
  f  finish   let `simple` play your cards to the end of the hand
  r  again    replay this hand; `r 2` from seat 2
  d  deal     print a code with which a friend plays the same deal
  q  quit     save the table to a file, and leave"""


class QuitError(Exception):
    """The person has entered the command `q`."""


class Person:
    """A person who plays at *table* from standard input.

    *friend*: a friend's result on the same deal, which is shown next to the person's after each hand; None: no friend.
    """

    def __init__(self, table: Table, friend: DealResult | None) -> None:
        self.table = table
        self._friend = friend
        self._out = console()
        self._commands: dict[str, Callable[[str], None]] = {
            "u": lambda _: self._change(self.table.undo),
            "h": self._hint,
            "s": lambda _: self._change(self.table.show_all, is_new=False),
            "c": lambda _: self._change(self.table.claim),
            "f": lambda _: self._change(self.table.finish),
            "r": self._again,
            "d": lambda _: say(f"Your friend plays the same with: arena play --deal {to_code(self.table)}"),
            "q": self._quit,
            "?": lambda _: say_text(HELP),
        }
        words = ("undo", "hint", "show", "claim", "finish", "deal", "quit")
        self._commands |= {word: self._commands[word[0]] for word in words} | {"again": self._again}

    def play(self) -> None:
        """Ask for answers and commands until the person quits or standard input ends."""
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are refused as an answer
        say("? lists all commands.")
        self._draw()
        while True:
            try:
                line = input(f"{question(show(self.table))} ").strip()
                if line:
                    self._do(line)
            except (QuitError, EOFError):
                say("")
                return
            except (PracticeError, IllegalActionError) as problem:
                say(str(problem))

    def _do(self, line: str) -> None:
        """Run the command or give the answer on *line*. Raises `PracticeError`, `IllegalActionError`, `QuitError`."""
        word, _, rest = line.partition(" ")
        # Commands are lower-case letters; capital letters are suits, which answer the question for trump.
        if word in self._commands:
            self._commands[word](rest.strip())
            return
        self.table.act(read_answer(self.table.game, self._by_number(line)))
        self._draw()

    def _by_number(self, line: str) -> str:
        answers = number_answers(show(self.table))
        words = line.replace(",", " ").split()
        if not answers or not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
            return line
        places = [int(word) for word in words]
        if len(set(places)) < len(places) or not all(1 <= place <= len(answers) for place in places):
            return line
        return " ".join(answers[place - 1] for place in places)

    def _change(self, action: Callable[[], None], is_new: bool = True) -> None:
        action()
        self._draw(is_new)

    def _hint(self, _rest: str) -> None:
        hint = self.table.hint()
        say(f"expert: {hint.words}, because {hint.why}")

    def _again(self, rest: str) -> None:
        seats = self.table.deal.rules.seats
        seat = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else self.table.deal.seat
        if rest and not rest.isdigit():
            raise PracticeError(f"{clip(rest)!r} is not a seat; give a number of 0..{seats - 1}")
        self.table = self.table.again(seat)
        self._friend = None
        self._draw()

    def _quit(self, _rest: str) -> None:
        raise QuitError

    def _draw(self, is_new: bool = True) -> None:
        """Print the table; if *is_new*, print its events first, and compare with the friend after a hand."""
        shown = show(self.table)
        if is_new:
            for event in shown.events:
                self._out.print(f"  {event.line}", style="bold" if event.what == "deal" else "")
        self._out.print()
        for each in draw_table(shown):
            self._out.print(each)
        has_ended = is_new and any(event.what == "score" for event in shown.events)
        if self._friend is not None and has_ended:
            everybody = [result_of(self.table), self._friend]
            self._out.print(side_by_side(compare(self.table, [self._friend]), everybody))
        sys.stdout.flush()
