"""The web page: ladders, tournaments, boards and bots in the browser (docs/explanation/architecture/web.md)."""
