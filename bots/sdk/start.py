"""`run`, without what it takes: a bot in a confined process never runs it, and needs no gRPC."""

from bots.sdk.vector.bot import BotClass


def run(bot: BotClass) -> None:
    """Do what the command line says with this bot; never return.

    Raises:
        SystemExit: 0; 1 if the bot failed (`--strict`, `--replay`); 2 after one line that says what was wrong; 130
            after Ctrl-C.
    """
    from bots.sdk.practice.loading import lend

    lend(bot)
    from bots.sdk.command import start

    start(bot)
