"""The scenes around a game for the gallery: menu, language, rules, settings, about, questions."""

from functools import partial

from game.play.challenges import all_challenges
from game.play.daily import STANDARD, deal_on
from game.play.editions import all_editions
from game.play.table import TableSetup
from game.rules.deal import deal_calls
from game.rules.match import Match, Player, apply, legal_placements, new_match
from game.rules.moves import BeginRound, Call
from game.tools.gallery import Sample
from game.ui.frame.context import Context
from game.ui.frame.match_saving import start_session
from game.ui.frame.scene import Scene
from game.ui.scenes.about.credits import CreditsScene
from game.ui.scenes.about.scene import AboutScene
from game.ui.scenes.keyboard.scene import Keyboard
from game.ui.scenes.language.scene import LanguageScene
from game.ui.scenes.menu.scene import MenuScene
from game.ui.scenes.rules.scene import RulesScene
from game.ui.scenes.settings.rows import Section
from game.ui.scenes.settings.scene import SettingsScene
from game.ui.scenes.shared.dialogs import confirm_quit, notice
from game.ui.scenes.shared.ladder import challenge_table
from game.ui.scenes.waiting.scene import WaitingMatchesScene
from game.ui.widgets.scenes import SceneMaker


def _language(context: Context) -> Scene:
    return LanguageScene(context, context.catalogue.language)


def _with_match(context: Context) -> Scene:
    """A match of several rounds waits."""
    card = next(card for card in all_editions() if card.rules.rounds > 1)
    players = (Player("Ana"), Player("Ion"))
    setup = TableSetup(card.rules, players, "7", card.name, card.caller)
    match = new_match(setup.rules, setup.players, setup.to_meta())
    match, _ = apply(match, BeginRound(0, "7"))
    match, _ = apply(match, Call(deal_calls(setup.rules, "7")[0]))
    context.store.autosave.save(match)
    return MenuScene(context)


def _matches(context: Context) -> list[Match]:
    """Matches of several kinds, each a few calls further."""
    store, setups = context.store, []
    for index, card in enumerate(all_editions()):
        names = ("Ana", "Ion")[: max(card.players[0], 1 + index % 2)]
        players = tuple(map(Player, names))
        setups.append(TableSetup(card.rules, players, str(index), card.name, card.caller))
    deal = deal_on(store.today, STANDARD)
    setups.append(TableSetup(deal.rules, (Player("Ana"),), deal.seed, deal.edition, daily=deal.day))
    setups.append(challenge_table(context, all_challenges()[6]))
    return [_begun(context, setup, 2 * number) for number, setup in enumerate(setups, 3)]


def _begun(context: Context, setup: TableSetup, calls: int) -> Match:
    session = start_session(context.store, setup)
    if not session.match.rounds:
        session.begin_round()
    for _ in range(calls):
        if not session.match.is_ready_for_call:
            break
        session.call_next()
        for seat in range(len(setup.players)):
            while session.match.round.seats[seat].hand:
                chosen = legal_placements(session.match, seat)[0]
                session.place(seat, chosen.tile, chosen.space)
    return session.match


def _with_many(make: SceneMaker, context: Context) -> Scene:
    """Seven matches wait."""
    _matches(context)
    return make(context)


def _keyboard(context: Context) -> Scene:
    title = context.text("setup.name_of", number=1)
    return Keyboard(context, "Ana", lambda text: None, title=title)


def _rules(page: str) -> Sample:
    return Sample(lambda context: RulesScene(context, page), seconds=0)


def _settings(section: Section) -> Sample:
    return Sample(lambda context: SettingsScene(context, section), 0.3)


SAMPLES = {
    "about": Sample(AboutScene, 0.3),
    "about-credits": Sample(CreditsScene, 0.3),
    "language": Sample(_language, 0.3),
    "menu": Sample(MenuScene, 2.0),
    "menu-continue": Sample(_with_match, 2.0),
    "menu-waiting": Sample(partial(_with_many, MenuScene), 2.0),
    "waiting": Sample(partial(_with_many, WaitingMatchesScene), 0.3),
    "moving": Sample(lambda context: context.routes.moving(), 0.3),
    "waiting-none": Sample(WaitingMatchesScene, 0.3),
    **{f"settings-{section.value}": _settings(section) for section in Section},
    "dialog-quit": Sample(confirm_quit, 0.2, below=MenuScene),
    "dialog-problem": Sample(
        lambda context: notice(
            context, context.text("storage.problem.read-only", file="/media/stick")
        ),
        0.2,
        below=MenuScene,
    ),
    "keyboard": Sample(_keyboard, 0.2, below=SettingsScene),
    **{
        f"rules-{page}": _rules(page)
        for page in ("1-basics", "2-scoring", "3-placing", "4-rays", "6-daffodil", "7-league")
    },
}
