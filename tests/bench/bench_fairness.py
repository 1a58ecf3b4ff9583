"""How long modest authors wait while another floods the queue, beside first come, first served.

Simulated time: the figures are the same on every machine.
"""

from tests.arena.fair_order_simulation import FLOOD, MODEST, SLOTS, table


def main() -> None:
    print(
        f"One author asks for {FLOOD} matches at once, {MODEST} others for one now and then; "
        f"{SLOTS} slots."
    )
    for line in table(range(1, 6)):
        print(line)


if __name__ == "__main__":
    main()
