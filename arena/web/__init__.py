"""The page: ladders, tournaments, boards and bots, for anybody with a browser.

docs/explanation/architecture/web.md
"""
