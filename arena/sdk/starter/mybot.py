"""My first bot: it gets rid of its weakest cards, and keeps its trumps."""

from arena.sdk import DurakBot, run
from arena.sdk.cards import Cards


class MyBot(DurakBot):
    def choose(self, view, legal, clock):
        cards = Cards.of(self.rules, view)

        def cost(action):
            return max(map(cards.strength, action.cards), default=0)

        active = [action for action in legal if action.kind not in {"take", "pass"}]
        return min(active or legal, key=cost)


if __name__ == "__main__":
    run(MyBot)
