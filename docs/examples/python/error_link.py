"""Errors that say where they are explained: by code, or by the id of a record."""

# Where the errors of this program are explained. The only place that knows.
ERRORS = "https://example.org/errors/"


def by_code(code: str) -> str:
    """The address of all that is known of a code of letters, digits and hyphens."""
    return f"{ERRORS}codes/{code}.html"


def by_id(record: str) -> str:
    """The address of one record; `#fix` is kept on the way to its page."""
    return f"{ERRORS}id/{record}.html#fix"


class AnvilError(Exception):
    """What can go wrong with an anvil; the last line says where to read about it."""

    def __init__(self, message: str, link: str) -> None:
        super().__init__(message)
        self.link = link

    def __str__(self) -> str:
        return f"{super().__str__()}\n  see {self.link}"


def no_room(place: str) -> AnvilError:
    return AnvilError(f"ANV001: no room for the anvil at {place}", by_code("ANV001"))


def frayed() -> AnvilError:
    # It has no code, so the id of its record stands here.
    return AnvilError("the rope is frayed", by_id("55553dba6b312e5e"))


if __name__ == "__main__":
    for error in no_room("the edge"), frayed():
        print(error)
