"""The kinds of count, and the exits of each: the next round, the review, the same deal, …"""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Final

from game.play.own_seats import people_here, seat_of_honour
from game.play.rival import RivalBoard
from game.play.room_seat import RoomSeat
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.challenge_progress import ChallengeProgress, hides_review
from game.progress.challenges import find_challenge
from game.progress.daily_history import DailyHistory
from game.progress.findings import DealFindings
from game.progress.level import rules_of_level
from game.progress.level_findings import LevelFindings
from game.progress.match_goals import daily_of, goals_of
from game.progress.tonight import wins_tonight
from game.rules.marks import Mark
from game.rules.match import Match, Player
from game.rules.match_score import score_match
from game.rules.ruleset import MAX_PLAYERS, Ruleset
from game.storage.codes import new_seed
from game.storage.database import identity_of
from game.storage.profile import Profile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.routes import EntryNextSteps
from game.ui.frame.scene import Navigation, Pop, Push, Replace, Reset, Scene
from game.ui.scenes.count.finish import MatchFinish
from game.ui.scenes.count.scene import CountScene, NextStep, NextSteps
from game.ui.scenes.count.verdict import verdict_of
from game.ui.scenes.count.words import first_words
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.shared.last_room import note_last_room
from game.ui.scenes.shared.names import attempt_words
from game.ui.scenes.shared.starting import new_deal, same_deal, start_match, to_title
from game.ui.widgets import OnPress

_EARLY: Final = 10
"""Games of the player before results are compared with Master."""


def count_scene(context: Context, game: TableGame, rival: RivalBoard | None = None) -> Scene:
    """Return the count of the round just played, and store a finished match in the records.

    `rival` is the computer that played beside the player.
    """
    setup, match, profile = game.setup, game.match, context.store.profile
    if not match.is_complete:
        return played_count(context, game)
    rules = str(setup.rules)
    best, mean = profile.best(rules, setup.handicaps), profile.mean(rules, setup.handicaps)
    if setup.phones:
        match = note_last_room(context, game)
    context.store.file_match(match)
    finish = make_finish(context, setup, match, record=best, average=mean)
    finish.rival = rival
    return played_count(context, game, finish)


def make_finish(
    context: Context,
    setup: TableSetup,
    match: Match,
    *,
    record: float | None = None,
    average: float | None = None,
    is_new: bool = True,
) -> MatchFinish:
    """Return the result of a stored match; only a first, unaided attempt earns the daily medal."""
    profile, today = context.store.profile, context.store.today
    remark = _remark(context, match)
    seat, verdict = seat_of_honour(match), verdict_of(context, setup, match)
    daily = None if remark else daily_of(match, today)
    history = None if daily is None else DailyHistory(profile, context.store.clock())
    asked = DealFindings(
        profile,
        match,
        context.engines,
        seat=seat,
        is_thorough=True,
        is_compared=daily is not None,
    )
    finish = MatchFinish(
        match,
        asked,
        record=record,
        average=average if verdict is None else None,
        is_new=is_new,
        remark=remark,
        daily=daily,
        verdict=verdict,
        is_secret=hides_review(profile, match),
        goals=goals_of(profile, match, today),
        is_early=profile.count_matches(_EARLY) < _EARLY,
        had_medal=history is None or daily is None or _had_medal(history, daily.day),
        streak=0 if history is None or daily is None or daily.day != today else history.streak,
    )
    people = [match.players[seat].name for seat in people_here(match)]
    if len(people) > 1 and is_new:
        played = profile.last_matches()
        finish.tonight = wins_tonight(played, context.store.clock(), people)
    return finish


def _had_medal(history: DailyHistory, until: date) -> bool:
    """Return whether a deal of a day before `until` earned a medal."""
    return any(history.medal(day) is not None for day in history.days_in_time() if day < until)


def _remark(context: Context, match: Match) -> str:
    """Return why a stored match does not count, or for what one from a room counts; else ""."""
    identity, text = identity_of(match), context.text
    for played in context.store.profile.last_matches():
        if played.identity == identity and not played.counts:
            return text("breakdown.uncounted", why=attempt_words(context, played))
        if played.identity == identity and Mark.ROOM in played.marks:
            return text("breakdown.kept")
    return ""


def open_count(
    context: Context,
    match: Match,
    *,
    is_guest: bool = False,
    rematch: OnPress | None = None,
    asking: Callable[[], str] = str,
) -> Scene:
    """Return the count of a complete match, everything counted at once.

    `rematch` leads players at other screens to their next table, None offers none; `asking` returns
    who asks for it. A guest's match (`is_guest`) is not compared with the player's records, and
    nothing about it is stored.
    """
    setup, text = TableSetup.from_match(match), context.text
    back = NextStep(lambda: text("menu.back"), Pop, Icon.LEFT, Action.CANCEL)
    again = partial(same_deal, context, setup)
    review = _review(context, match, is_guest=is_guest)
    steps = [back, review]
    # Tiles drawn from a real bag have no seed, so the deal cannot be played again; nor can one of
    # more players than a screen seats.
    is_drawn = bool(match.rounds) and match.rounds[0].seed is not None
    has_deal = is_drawn and len(match.players) <= MAX_PLAYERS
    if has_deal:
        steps.append(_again(context, again))
    if rematch is not None:
        key = None if has_deal else Action.RESTART
        steps.insert(0, NextStep(text("together.rematch"), rematch, Icon.RESTART, key, asking))
    finish = None
    if match.is_complete:
        steps.append(_share(context, match))
        if is_guest:
            # Cached in memory only: findings about a guest's match must not count as the player's.
            seat = seat_of_honour(match)
            asked = DealFindings(Profile(None), match, context.engines, seat=seat, is_thorough=True)
            verdict = verdict_of(context, setup, match, is_guest=True)
            remark = text("guests.remark")
            finish = MatchFinish(
                match,
                asked,
                is_new=False,
                remark=remark,
                verdict=verdict,
                is_secret=hides_review(context.store.profile, match),
            )
        else:
            mean = context.store.profile.mean(str(match.rules), setup.handicaps)
            finish = make_finish(context, setup, match, average=mean, is_new=False)
    ways = NextSteps(tuple(steps), can_copy=has_deal, review=review.press)
    return CountScene(context, setup, match, ways, finish=finish, is_counted=True)


def played_count(
    context: Context,
    game: TableGame,
    finish: MatchFinish | None = None,
) -> CountScene:
    """Return the count of the round just played without storing it.

    `finish` is the result if the match is over.
    """
    setup, match, text = game.setup, game.match, context.text
    leave = partial(to_title, context)
    menu = NextStep(lambda: text("play.menu"), leave, Icon.HOME, Action.CANCEL)
    if not match.is_complete:

        def next_round() -> Navigation:
            game.begin_round()
            return Replace(context.routes.table(game))

        go_on = NextStep(lambda: text("breakdown.next_round"), next_round, Icon.PLAY)
        return CountScene(context, setup, match, NextSteps((go_on, menu)))
    again, fresh = partial(same_deal, context, setup), partial(new_deal, context, setup)
    # With the same people in the same seats it is a rematch.
    is_again = bool(setup.phones) or len(people_here(match)) > 1
    key = "together.rematch" if is_again else "play.new_deal"
    new = NextStep(lambda: text(key), fresh, Icon.DICE, Action.NEW_DEAL)
    if setup.daily is not None:
        to_calendar = partial(_to_calendar, context)
        new = NextStep(lambda: text("daily.heading"), to_calendar, Icon.CALENDAR)
    review = _review(context, match)
    steps = (new, _again(context, again), review, _share(context, match), menu)
    ways = NextSteps(steps, review=review.press, level=_level_of(context, match))
    remark = "" if finish is None else finish.remark
    return CountScene(context, setup, match, ways, remark=remark, finish=finish)


def room_count(context: Context, seat: RoomSeat) -> CountScene:
    """Return the count of a round at another program's room, and store a finished match.

    The way on leads back to the room, which says itself when it plays on.
    """
    match, profile, text = seat.match, context.store.profile, context.text
    setup = TableSetup.from_match(match)
    back = lambda: Replace(context.routes.room_table())  # noqa: E731
    note = lambda: text("room.seat.goes_on") if seat.has_table else ""  # noqa: E731
    go_on = NextStep(lambda: text("room.seat.go_on"), back, Icon.PLAY, None, note)
    leave = partial(to_title, context)
    menu = NextStep(lambda: text("play.menu"), leave, Icon.HOME, Action.CANCEL)
    if not match.is_complete:
        ways = NextSteps((go_on, menu), can_copy=False)
        return CountScene(context, setup, match, ways)
    rules = str(setup.rules)
    best, mean = profile.best(rules, setup.handicaps), profile.mean(rules, setup.handicaps)
    context.store.file_match(match)
    finish = make_finish(context, setup, match, record=best, average=mean)
    review = _review(context, match)
    steps, level = (go_on, review, _share(context, match), menu), _level_of(context, match)
    ways = NextSteps(steps, can_copy=False, review=review.press, level=level)
    remark = finish.remark
    return CountScene(context, setup, match, ways, remark=remark, finish=finish)


def _level_of(context: Context, match: Match) -> LevelFindings | None:
    """Return the findings about the player's level; None if this match does not change it."""
    if rules_of_level(match.rules) != Ruleset():
        return None
    return LevelFindings(context.store.profile, Ruleset(), context.engines)


def entered_count(
    context: Context, setup: TableSetup, match: Match, on: EntryNextSteps
) -> CountScene:
    """Return the count of boards entered from a real table; the caller stores them."""
    steps = [NextStep(context.text("entry.correct"), Pop, Icon.PEN, Action.CANCEL)]
    if on.onward is not None:
        key, icon, press = on.onward
        steps.insert(0, NextStep(context.text(key), press, icon))
    ways = NextSteps(tuple(steps), can_copy=False)
    return CountScene(context, setup, match, ways, remark=on.remark)


def lesson_count(context: Context, game: TableGame) -> CountScene:
    """Return the count of the tutorial's game, which is not stored; F1 opens the rules."""
    text = context.text
    leave = partial(to_title, context)

    def play() -> Navigation:
        """Begin a standard game for one player, as the title's first entry does."""
        players = (Player(game.match.players[0].name),)
        return start_match(context, TableSetup(Ruleset(), players, new_seed(), edition="standard"))

    def read() -> Navigation:
        return Push(context.routes.rules())

    (scored,) = score_match(game.match).players
    remark = first_words(context, game.match.rules, scored.total)
    steps = (
        NextStep(lambda: text("tutorial.play_now"), play, Icon.PLAY),
        NextStep(lambda: text("play.rules"), read, Icon.BOOK, Action.HELP),
        NextStep(lambda: text("play.menu"), leave, Icon.HOME, Action.CANCEL),
    )
    ways = NextSteps(steps, can_copy=False)
    heading = "tutorial.heading"
    return CountScene(context, game.setup, game.match, ways, heading=heading, remark=remark)


def _to_calendar(context: Context) -> Navigation:
    """Go to the title, with the calendar over it."""
    return Reset(context.routes.title(), Push(context.routes.daily()))


def _again(context: Context, again: OnPress) -> NextStep:
    return NextStep(lambda: context.text("play.restart"), again, Icon.RESTART, Action.RESTART)


def _review(context: Context, match: Match, *, is_guest: bool = False) -> NextStep:
    return NextStep(
        lambda: context.text("review.open"),
        lambda: Push(context.routes.review(match, is_guest=is_guest)),
        Icon.CHART,
    )


def _share(context: Context, match: Match) -> NextStep:
    return NextStep(
        lambda: context.text("share.share"),
        lambda: Push(context.routes.share(match)),
        Icon.SHARE,
    )


def challenge_count(context: Context, game: TableGame) -> Scene:
    """Return the count of the challenge just played, and store it in the records."""
    setup, match, text = game.setup, game.match, context.text
    context.store.file_match(match)
    finish = make_finish(context, setup, match)
    is_met = finish.verdict is not None and finish.verdict.is_met
    progress = ChallengeProgress(context.store.profile)
    following = progress.next_after(find_challenge(setup.challenge))

    def take(name: str) -> Navigation:
        challenge = find_challenge(name) or following
        return Reset(context.routes.new_table(challenge_table(context, challenge)))

    retry = partial(take, setup.challenge)
    onward = NextStep(lambda: text("challenges.next"), partial(take, following.name), Icon.PLAY)
    again = NextStep(lambda: text("challenges.retry"), retry, Icon.RESTART, Action.RESTART)

    def leave() -> Navigation:
        """Go to the title, with the challenges over it."""
        return Reset(context.routes.title(), Push(context.routes.challenges(setup.challenge)))

    every = NextStep(lambda: text("challenges.all"), leave, Icon.TARGET, Action.CANCEL)
    menu = NextStep(lambda: text("play.menu"), partial(to_title, context), Icon.HOME)
    first = (onward, again) if is_met else (again, onward)
    review = _review(context, match)
    steps = (*first, review, _share(context, match), every, menu)
    ways = NextSteps(steps, can_copy=False, review=review.press)
    return CountScene(context, setup, match, ways, finish=finish)
