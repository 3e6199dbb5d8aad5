"""The scenes around a game for the gallery: menu, language, rules, settings, about, questions."""

from dataclasses import replace

from game.play.editions import all_editions
from game.play.table import TableSetup
from game.play.table_game import Phase
from game.progress.challenges import all_challenges
from game.progress.daily import STANDARD_EDITION, deal_on
from game.progress.match_saving import start_game
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call, Place
from game.ui.frame.context import Context
from game.ui.frame.scene import Scene
from game.ui.scenes.keyboard.scene import Keyboard
from game.ui.scenes.language.scene import LanguageScene
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.title.scene import TitleScene
from game.ui.scenes.waiting.scene import WaitingMatchesScene


def language(context: Context) -> Scene:
    """The choice of a language."""
    return LanguageScene(context, context.catalogue.language)


def with_match(context: Context) -> Scene:
    """A match of several rounds waits."""
    card = next(card for card in all_editions() if card.rules.rounds > 1)
    players = (Player("Ana"), Player("Ion"))
    setup = TableSetup(card.rules, players, "7", card.name, card.caller)
    match = new_match(setup.rules, setup.players, setup.to_meta())
    match, _ = apply(match, BeginRound(0, "7"))
    match, _ = apply(match, Call(deal_calls(setup.rules, "7")[0]))
    context.store.autosave.save(match)
    return TitleScene(context)


def wait_for(context: Context) -> list[Match]:
    """Let matches of several kinds wait, each a few calls further."""
    store, setups = context.store, []
    for index, card in enumerate(all_editions()):
        names = ("Ana", "Ion")[: max(card.players[0], 1 + index % 2)]
        players = tuple(map(Player, names))
        setups.append(TableSetup(card.rules, players, str(index), card.name, card.caller))
    deal = deal_on(store.today, STANDARD_EDITION)
    setups.append(TableSetup(deal.rules, (Player("Ana"),), deal.seed, deal.edition, daily=deal.day))
    setups.append(challenge_table(context, all_challenges()[6]))
    return [_begun(context, setup, 2 * number) for number, setup in enumerate(setups, 3)]


def _begun(context: Context, setup: TableSetup, calls: int) -> Match:
    game = start_game(context.store, setup)
    for _ in range(calls):
        if not game.match.rounds:
            game.begin_round()
        elif game.phase() is Phase.CALL:
            game.call_next()
        for seat in range(len(setup.players)):
            while game.match.round.seats[seat].hand:
                chosen = legal_placements(game.match, seat)[0]
                game.perform(Place(seat, chosen.tile, chosen.space))
    return game.match


def with_many(context: Context, *, is_menu: bool) -> Scene:
    """Return the scene of a player who knows the game and has seven waiting matches."""
    context.preferences = replace(context.preferences, knows_game=True)
    wait_for(context)
    return TitleScene(context) if is_menu else WaitingMatchesScene(context)


def keyboard(context: Context) -> Scene:
    """The keyboard for a gamepad."""
    title = context.text("setup.name_of", number=1)
    return Keyboard(context, "Ana", lambda text: None, title=title)


def settings(context: Context, section: str) -> Scene:
    """A section of the settings."""
    return SettingsScene(context, Section(section))


def problem(context: Context) -> Scene:
    """Return the notice that is shown when nothing can be written."""
    return notice(context, context.text("storage.problem.read-only", file="/media/stick"))
