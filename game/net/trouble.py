"""Why a server cannot be used just now, as kinds of trouble."""

import socket
import ssl
from enum import StrEnum
from urllib.parse import quote, urlsplit

from nats.errors import AuthorizationError
from nats.js.errors import APIError, NotFoundError


class Trouble(StrEnum):
    """The kinds; values are catalogue keys below `apart.road`."""

    NO_NAME = "no-name"
    """The address names no machine that can be found."""
    NOTHING_LISTENS = "nothing-listens"
    NOT_TRUSTED = "not-trusted"
    """No certificate that this machine trusts."""
    USER_REFUSED = "user-refused"
    NO_BUCKET = "no-bucket"
    """The server holds no tables, and we may not let it."""
    FULL = "full"
    NO_LISTENERS = "no-listeners"
    """As many programs listen there as may."""
    OVER_QUOTA = "over-quota"
    """The table has used up what it may have there."""
    TOO_MUCH = "too-much"
    """The server sends more than any table has."""
    NO_ANSWER = "no-answer"


class TroubleError(OSError):
    """A server carries nothing; `trouble` says why, `address` is without anybody's password."""

    def __init__(self, trouble: Trouble, address: str) -> None:
        self.trouble, self.address = trouble, address
        super().__init__(f"{address}: {trouble.value.replace('-', ' ')}")


_NO_CONSUMERS = (10_026, 10_006)
_FULL = (10_023, 10_047, 10_028, 10_122)
"""The server's numbers: no room in its account, its store, its stream."""


def trouble_of(error: BaseException) -> Trouble:
    """Return the kind of trouble behind an error of the library or the machine."""
    if isinstance(error, socket.gaierror):
        return Trouble.NO_NAME
    if isinstance(error, ssl.SSLError):
        return Trouble.NOT_TRUSTED
    if isinstance(error, AuthorizationError) or "authorization" in str(error).lower():
        return Trouble.USER_REFUSED
    if isinstance(error, ConnectionRefusedError) or "Connect call failed" in str(error):
        return Trouble.NOTHING_LISTENS
    if isinstance(error, NotFoundError):
        return Trouble.NO_BUCKET
    if isinstance(error, APIError):
        if error.err_code in _NO_CONSUMERS:
            return Trouble.NO_LISTENERS
        if error.err_code in _FULL or "maximum" in str(error.description):
            return Trouble.FULL
    if "permissions violation for publish" in str(error).lower():
        return Trouble.OVER_QUOTA if "$kv." in str(error).lower() else Trouble.NO_BUCKET
    return Trouble.NO_ANSWER


def public_address(url: str) -> str:
    """Return an address without a user and password."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url.rpartition("@")[2]
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def with_user(url: str, name: str, password: str) -> str:
    """Return the same address for another user."""
    parts = urlsplit(public_address(url))
    return parts._replace(netloc=f"{quote(name)}:{quote(password)}@{parts.netloc}").geturl()
