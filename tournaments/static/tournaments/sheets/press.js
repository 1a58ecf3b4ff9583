// A button that is drawn anew between the finger's coming and going loses the tap: wait until then.

const LONGEST = 5_000; // a finger that rests, or leaves by another way, holds nothing up

export class Press {
  /** `onEnd()` hears that nothing is pressed any more, after what was pressed has heard it. */
  constructor(onEnd) {
    this.isDown = false;
    this.timer = null;
    this.onEnd = onEnd;
    window.addEventListener("pointerdown", () => this.begin(), true);
    window.addEventListener("pointerup", () => setTimeout(() => this.end()), true);
    for (const name of ["click", "pointercancel"]) {
      window.addEventListener(name, () => this.end(), true);
    }
  }

  begin() {
    this.isDown = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end(), LONGEST);
  }

  end() {
    clearTimeout(this.timer);
    if (!this.isDown) return;
    this.isDown = false;
    setTimeout(this.onEnd);
  }
}
