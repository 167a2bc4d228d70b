"""Static files, kept by browsers for good where their address names their content."""

from typing import Final

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from arena.web.serving.assets import version_of

FOR_GOOD: Final = "public, max-age=31536000, immutable"


class VersionedFiles(StaticFiles):
    """Files whose address has a version behind it (`assets.py`) never change; others are asked for anew."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file, and how long it may be kept."""
        response = await super().get_response(path, scope)
        is_this = response.status_code in (200, 304) and scope["query_string"].decode("latin-1") == version_of(path)
        response.headers["Cache-Control"] = FOR_GOOD if is_this else "no-cache"
        return response
