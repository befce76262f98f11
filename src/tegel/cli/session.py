"""An evening at the terminal: people and computers at one table, with words for everything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from ..core.errors import IllegalMove
from ..core.narrate import say_event, visible_events
from ..core.words import say

if TYPE_CHECKING:
    from ..core.table import Table
    from ..search.player import Decider

SHOWN = 400  # the longest list of moves that is printed


class Quit(Exception):
    """The person at the keyboard has had enough."""


class Session:
    """One game at one terminal; a seat without a player is a person's."""

    def __init__(self, table: Table, players: list[Decider | None], language: str, console: Console) -> None:
        self.table = table
        self.players = players
        self.language = language
        self.console = console
        people = [seat for seat, player in enumerate(players) if player is None]
        self._you = people[0] if len(people) == 1 else -1  # whom "you" means: several people at one keyboard have names
        self._told = 0  # moves already told
        self._last_person: int | None = None

    def play(self) -> None:
        """Play until the game is over, or raise `Quit`."""
        while (seat := self.table.turn) is not None:
            player = self.players[seat]
            if player is None:
                self._person(seat)
            else:
                with self.console.status(self._say("thinking", player=self.table.names[seat])):
                    move = player.decide(self.table.view(seat))
                self.table.play(move)
            self._tell()
        self._show(None)
        self._print_result()

    def explain(self) -> None:
        """How to type moves and commands."""
        self.console.print(f"[dim]{escape(say(self.language, f'{self.table.game.name}.typing'))}[/]")
        self.console.print(f"[dim]{escape(self._say('help'))}[/]")

    def _say(self, name: str, **words: Any) -> str:
        return say(self.language, f"cli.{name}", **words)

    def _who(self, seat: int) -> str:
        """How a sentence speaks of a seat."""
        return "you" if seat == self._you else "other"

    def _show(self, viewer: int | None) -> None:
        self.console.print()
        self.console.print(self.table.draw(viewer, self.language))
        self.console.print()

    def _tell(self) -> None:
        """Say what the last moves were and what they brought."""
        for at in range(self._told, len(self.table.moves)):
            move = self.table.moves[at]
            seat = self.table.mover(at)
            self.console.print(
                f"[bold]{escape(self.table.names[seat])}[/]: {self.table.say(move, self.language)} [dim]({self.table.game.code(move)})[/]"
            )
            for event in visible_events(self.table.game, self.table.history[at], self._seats_shown()):
                self.console.print(f"  [italic]{escape(say_event(self.table.game, event, self.table.names, self.language, self._you))}[/]")
        self._told = len(self.table.moves)

    def _seats_shown(self) -> list[int]:
        """Whose private events may be told: those of a person who sits here alone."""
        people = [seat for seat, player in enumerate(self.players) if player is None]
        return people if len(people) == 1 else []

    def _person(self, seat: int) -> None:
        """Ask a person until a move is made or taken back."""
        self._hand_over(seat)
        self._show(seat)
        while True:
            answer = self._ask(self._say("prompt", player=self.table.names[seat], who=self._who(seat)))
            try:
                if self._answered(answer):
                    return
            except IllegalMove:
                legal = self.table.codes
                self.console.print(
                    f"[red]{escape(self._say('illegal', answer=answer.strip(), count=len(legal), some=', '.join(legal[:3])))}[/]"
                )
                self.explain()

    def _hand_over(self, seat: int) -> None:
        """Where seats see different things, the screen is cleared before the next person looks."""
        people = sum(player is None for player in self.players)
        if self.table.game.secrets and people > 1 and self._last_person != seat:
            if self._last_person is not None:
                self._ask(self._say("finished"))
                self.console.clear()
            self._ask(self._say("hand_over", player=self.table.names[seat]))
        self._last_person = seat

    def _answered(self, answer: str) -> bool:
        """Do what was typed; True if the position changed."""
        word, _, rest = answer.strip().partition(" ")
        if word == "?":
            self._list_moves(rest.strip())
        elif word == "undo":
            self._undo()
            return True
        elif word == "save" and rest:
            self._save(Path(rest.strip()))
        elif word == "quit":
            raise Quit
        elif word:
            self.table.play(word.lower() if word.lower() in self.table.codes else word)
            return True
        return False

    def _list_moves(self, prefix: str) -> None:
        codes = [code for code in self.table.codes if code.startswith(prefix)]
        shown = [f"[bold]{code:>6}[/] {self.table.say(code, self.language)}" for code in codes[:SHOWN]]
        self.console.print(Columns(shown, padding=(0, 3)) if shown else self._say("no_such_moves", prefix=prefix))

    def _undo(self) -> None:
        """Back to the last decision of a person."""
        if not self.table.moves:
            self.console.print(self._say("nothing_to_undo"))
            return
        self.table.undo()
        while self.table.moves and self.players[self.table.turn or 0] is not None:
            self.table.undo()
        self._told = len(self.table.moves)

    def _save(self, path: Path) -> None:
        try:
            self.table.record.save(path)
        except OSError as error:
            self.console.print(f"[red]{escape(f'{path}: {error.strerror}')}[/]")
        else:
            self.console.print(self._say("saved", path=escape(str(path))))

    def _ask(self, question: str) -> str:
        try:
            return self.console.input(f"{question} ")
        except EOFError as error:
            raise Quit from error

    def _print_result(self) -> None:
        result = self.table.result
        assert result is not None
        grid = Grid(self._say("place"), self._say("player"), box=None)
        grid.add_column(self._say("points"), justify="right")
        for seat in sorted(range(self.table.players), key=lambda seat: result.places[seat]):
            grid.add_row(f"{result.places[seat]}", escape(self.table.names[seat]), f"{result.points[seat]}")
        self.console.print(grid)
        names = self._say("and").join(escape(self.table.names[seat]) for seat in result.winners)
        self.console.print(
            f"[bold]{self._say('wins' if len(result.winners) == 1 else 'share', players=names, who=self._who(result.winners[0]))}[/]"
        )
