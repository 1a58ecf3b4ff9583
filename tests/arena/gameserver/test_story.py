"""A table's public story, when telling it goes wrong."""

import asyncio

import pytest

from arena.gameserver.journal import Journal
from arena.gameserver.story import SharedStory
from arena.protocol.v1.replay_pb2 import ReplayRecord
from arena.protocol.v1.spectate_pb2 import PublicEvent
from arena.wire.public import PublicStory
from tests.arena.gameserver.running import in_a_loop
from tests.arena.wire.played import OPENED_AT, match_of

SPEC = match_of("durak/volga", 3, boards=4, games=5)


@in_a_loop
async def test_a_story_that_broke_is_not_carried_on_behind_the_hole(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    fed: list[str | None] = []

    def feed(_story: PublicStory, record: ReplayRecord) -> list[PublicEvent]:
        fed.append(record.WhichOneof("record"))
        if fed[-1] == "rotation_began":
            raise ValueError("a mistake of ours")
        return [PublicEvent(number=len(fed))]

    monkeypatch.setattr(PublicStory, "feed", feed)
    journal = Journal(SPEC, OPENED_AT)
    story = SharedStory(SPEC.seed, journal)
    journal.rotation_began(0)
    story.join()
    await story.changed.wait(0)
    assert story.is_broken
    assert "A public story broke" in caplog.text
    told, seen = len(story), list(fed)
    story.leave()
    journal.game_began(0, 0)
    story.join()
    for _ in range(5):
        await asyncio.sleep(0)
    assert (len(story), fed) == (told, seen)
    assert story.is_broken
    story.leave()
