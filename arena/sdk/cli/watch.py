"""`durako watch`: step through a replay in the terminal, from any seat."""

import sys
from typing import Annotated

import typer

from arena.sdk.cli.console import say
from arena.sdk.cli.exits import refuse
from arena.sdk.cli.replay_argument import ReplayFile, open_replay
from arena.sdk.cli.table_text import action_words, asked_line, position_lines
from arena.sdk.recorded import Recorded, RecordedGame, RecordedMove

HELP = (
    "Enter: next   b: back   g: next game   0-9: from that seat   o: all hands open   "
    "d41: to decision 41   q: quit   (and Enter after each)"
)


def watch(
    replay: ReplayFile,
    *,
    seat: Annotated[
        int | None, typer.Option(help="See it from this seat; by default all hands are open.")
    ] = None,
    decision: Annotated[int | None, typer.Option(help="Begin at this decision.")] = None,
    show_all: Annotated[
        bool, typer.Option("--all", help="Print everything instead of waiting for keys.")
    ] = False,
) -> None:
    """Step through a replay, decision by decision."""
    shown = open_replay(replay)
    if not shown.games:
        refuse("No game was begun in this replay; `durako verify` says what happened.")
    if seat is not None and not 0 <= seat < shown.match.rules.players:
        refuse(f"There are seats 0 to {shown.match.rules.players - 1}.")
    viewer = Viewer(shown, seat)
    if decision is not None:
        viewer.go_to(decision)
    if show_all or not sys.stdin.isatty():
        viewer.print_all()
    else:
        viewer.run()


class Viewer:
    """Where one is in a replay, and how one looks at it."""

    def __init__(self, shown: Recorded, seat: int | None) -> None:
        self._shown = shown
        self._seat = seat
        self._game = 0
        self._place = 0

    def go_to(self, number: int) -> None:
        """To the position in which a decision was asked."""
        try:
            game, self._place = self._shown.decision(number)
        except LookupError as error:
            refuse(str(error.args[0]))
        self._game = self._shown.games.index(game)

    def print_all(self) -> None:
        """From here to the end of the game; from the beginning: everything."""
        games = self._shown.games[self._game :] if not self._place else [self._present()]
        for game in games:
            for place in range(self._place, len(game.moves) + 1):
                self._show(game, place)

    def run(self) -> None:
        """Wait for keys until there is no more, or somebody has seen enough."""
        say(HELP, style="dim")
        while True:
            self._show(self._present(), self._place)
            try:
                command = input("> ").strip().lower()
            except EOFError:
                return
            if command in {"q", "quit"}:
                return
            if not self._obey(command):
                return

    def _obey(self, command: str) -> bool:
        """Do what a command says; whether there is more to see."""
        game = self._present()
        if command == "b":
            self._place = max(0, self._place - 1)
        elif command == "o":
            self._seat = None
        elif command.isdecimal() and int(command) < game.rules.players:
            self._seat = int(command)
        elif command.removeprefix("d").isdecimal():
            number = int(command.removeprefix("d"))
            if 1 <= number <= self._shown.match.decisions:
                self.go_to(number)
            else:
                say(f"The replay has decisions 1 to {self._shown.match.decisions}.", style="dim")
        elif command == "g" or self._place == len(game.moves):
            if self._game + 1 == len(self._shown.games):
                return False
            self._game += 1
            self._place = 0
        elif command:
            say(HELP, style="dim")
        else:
            self._place += 1
        return True

    def _present(self) -> RecordedGame:
        return self._shown.games[self._game]

    def _show(self, game: RecordedGame, place: int) -> None:
        position = game.position(place)
        say()
        say(f"rotation {game.rotation}, board {game.board}, game {game.number}", style="bold")
        for line in position_lines(position, game.names, self._seat):
            say(line)
        if place < len(game.moves):
            move = game.moves[place]
            say(f"decision {move.number}: {asked_line(position, game.names)}")
            say(f"  -> {described(game, move)}", style="green")
        else:
            say(ending(game), style="bold")


def described(game: RecordedGame, move: RecordedMove) -> str:
    """What was decided, by whom, how quickly."""
    words = action_words(game.rules, move.action)
    text = f"{game.names[move.seat]} {words} ({move.think_ms} ms)"
    if move.fault is not None:
        text += f"; the server decided, because of: {move.fault.name.lower()}"
    return text


def ending(game: RecordedGame) -> str:
    """How the game ended."""
    if game.forfeit is not None:
        names = " and ".join(game.names[seat] for seat in game.forfeit.seats)
        return f"Forfeited by {names}: {game.forfeit.reason.name.lower().replace('_', ' ')}."
    outcome = game.position(len(game.moves)).outcome
    if outcome is None:
        return "The match was broken off here."
    losers = " and ".join(game.names[seat] for seat in outcome.losers)
    return f"Over ({outcome.reason}): {f'{losers} lost' if losers else 'a draw'}; " + ", ".join(
        f"{name} {score}" for name, score in zip(game.names, outcome.scores, strict=True)
    )
