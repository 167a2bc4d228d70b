"""House bots, as the options of measurements name them."""

import argparse

from bots.sdk.practice.local import UnknownBot, house_bot


def bot_name(word: str) -> str:
    """Return NAME[@N][:BUDGET] as given. Raises `argparse.ArgumentTypeError` where there is no such bot."""
    try:
        house_bot(word)
    except UnknownBot as unknown:
        raise argparse.ArgumentTypeError(str(unknown)) from None
    return word
