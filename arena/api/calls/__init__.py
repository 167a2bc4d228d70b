"""What every call goes through: caller, rate, request, pages, refusals."""
