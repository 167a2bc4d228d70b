"""`run`, which imports gRPC only when called: confined processes do without it."""

from bots.sdk.vector.bot import BotClass


def run(bot: BotClass) -> None:
    """Run this bot as the command line says; never return.

    Raises:
        SystemExit: 0; 1 if the bot failed (`--strict`, `--replay`); 2 after one line that says what was wrong; 130
            after Ctrl-C.
    """
    from bots.sdk.practice.loading import lend

    lend(bot)
    from bots.sdk.command import start

    start(bot)
