"""The reasons why a server cannot be used just now."""

import re
import socket
import ssl
from enum import StrEnum
from urllib.parse import quote, urlsplit


class Trouble(StrEnum):
    """The kinds; values are catalogue keys below `apart.transport`."""

    NO_NAME = "no-name"
    """The address names no machine that can be found."""
    NOTHING_LISTENS = "nothing-listens"
    NO_TLS = "no-tls"
    """The address demands TLS, and the server has none: no data was sent."""
    NOT_TRUSTED = "not-trusted"
    """No certificate that this machine trusts."""
    USER_REFUSED = "user-refused"
    NOT_ALLOWED = "not-allowed"
    """The server does not allow its user this request."""
    NO_TABLES = "no-tables"
    """The server has no streams for tables, and this user may not create them."""
    FULL = "full"
    OVER_QUOTA = "over-quota"
    """More open tables than one user may have there."""
    NO_ANSWER = "no-answer"


class TransportError(OSError):
    """A transport does not work just now.

    `trouble` is the reason, `address` the server without any password.
    """

    def __init__(self, trouble: Trouble, address: str) -> None:
        self.trouble, self.address = trouble, address
        super().__init__(f"{address}: {trouble.value.replace('-', ' ')}")


_FULL = (10_023, 10_047, 10_028, 10_122, 10_077)
"""The server's error numbers for no room in its account, its store, its stream."""


def trouble_of(error: BaseException) -> Trouble:
    """Return the kind of trouble behind an exception."""
    if isinstance(error, TransportError):
        return error.trouble
    if isinstance(error, socket.gaierror):
        return Trouble.NO_NAME
    if isinstance(error, ssl.SSLError):
        return Trouble.NOT_TRUSTED
    if isinstance(error, ConnectionRefusedError):
        return Trouble.NOTHING_LISTENS
    return Trouble.NO_ANSWER


def trouble_of_code(code: object) -> Trouble:
    """Return the kind of trouble behind an error number of the server."""
    return Trouble.FULL if code in _FULL else Trouble.NO_ANSWER


def public_address(url: str) -> str:
    """Return an address as it is shown: without user, password and fingerprint."""
    return without_user(url).partition("#")[0]


def without_user(url: str) -> str:
    """Return an address without a user and password."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url.rpartition("@")[2]
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def is_table_user(url: str) -> bool:
    """Whether an address carries the user of a table's invitation."""
    return re.fullmatch("t[0-9a-f]{16}", urlsplit(url).username or "") is not None


def with_user(url: str, name: str, password: str) -> str:
    """Return the same address for another user."""
    parts = urlsplit(without_user(url))
    return parts._replace(netloc=f"{quote(name)}:{quote(password)}@{parts.netloc}").geturl()
