"""Handle every call: caller, rate, request, pages, refusals."""
