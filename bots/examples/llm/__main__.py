"""Run the language-model bot: `python -m bots.examples.llm`, with the options of every bot."""

import sys

from bots.sdk import run

from .bot import LanguageModel
from .settings import settings
from .spent import tell, tell_all

if __name__ == "__main__":
    if not {"-h", "--help"} & set(sys.argv):
        try:
            settings()
        except ValueError as error:
            tell(f"error: {error}")
            raise SystemExit(2) from None
    try:
        run(LanguageModel)
    finally:
        tell_all()
