"""A game can be copied in every phase, and the copy goes its own way."""

from arena.games import rules


def test_a_game_is_copied_before_anybody_has_acted() -> None:
    game = rules("durak/german", players=4).deal(seed=3)
    twin = game.copy()
    while game.seat is not None:
        game.apply(game.default_action())
    assert twin.seat is not None
    assert twin.log == []
    assert twin.reveal() == rules("durak/german", players=4).deal(seed=3).reveal()
