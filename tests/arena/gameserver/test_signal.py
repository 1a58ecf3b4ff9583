"""A signal wakes everybody, forgets nobody and keeps nothing."""

import asyncio

from arena.gameserver.signal import Signal


async def wait_until_waiting(signal: Signal, count: int) -> None:
    """Let the loop run until so many wait."""
    while signal.waiting != count:  # noqa: ASYNC110 - an event would be what is tested
        await asyncio.sleep(0)


def test_what_was_missed_is_told_at_once() -> None:
    signal = Signal()
    signal.notify()
    signal.notify()
    assert asyncio.run(signal.wait(0)) == 2
    assert asyncio.run(signal.wait(1)) == 2
    assert signal.waiting == 0


def test_everybody_who_waits_is_woken() -> None:
    async def scene() -> list[int]:
        signal = Signal()
        tasks = [asyncio.ensure_future(signal.wait(0)) for _ in range(100)]
        await wait_until_waiting(signal, 100)
        signal.notify()
        assert signal.waiting == 0
        return await asyncio.gather(*tasks)

    assert asyncio.run(scene()) == [1] * 100


def test_a_version_from_the_future_is_waited_for() -> None:
    async def scene() -> int:
        signal = Signal()
        task = asyncio.ensure_future(signal.wait(2))
        for _ in range(3):
            await wait_until_waiting(signal, 1)
            signal.notify()
        return await task

    assert asyncio.run(scene()) == 3


def test_nothing_is_left_of_those_who_give_up() -> None:
    async def scene() -> None:
        signal = Signal()
        tasks = [asyncio.ensure_future(signal.wait(0)) for _ in range(10)]
        await wait_until_waiting(signal, 10)
        for task in tasks[:5]:
            task.cancel()
        await wait_until_waiting(signal, 5)
        assert all(task.cancelled() for task in tasks[:5])
        tasks[5].cancel()  # and is woken before it has gone
        signal.notify()
        assert await asyncio.gather(*tasks[6:]) == [1] * 4
        await asyncio.wait(tasks)
        assert tasks[5].cancelled()
        assert signal.waiting == 0
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(scene())


def test_slow_readers_miss_nothing_of_a_growing_list() -> None:
    async def reader(signal: Signal, items: list[int], *, pause: int) -> list[int]:
        read: list[int] = []
        seen = 0
        while len(read) < 200:
            seen = await signal.wait(seen)
            read += items[len(read) :]
            for _ in range(pause):
                await asyncio.sleep(0)
        return read

    async def scene() -> None:
        signal, items = Signal(), list[int]()
        readers = [
            asyncio.ensure_future(reader(signal, items, pause=pause)) for pause in (0, 1, 2, 7, 31)
        ]
        for number in range(200):
            items.append(number)
            signal.notify()
            if number % 3 == 0:
                await asyncio.sleep(0)
        for read in await asyncio.wait_for(asyncio.gather(*readers), timeout=60):
            assert read == list(range(200))

    asyncio.run(scene())
