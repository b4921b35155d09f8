/** Touches that begin within this time, in ms, and within this many CSS pixels, are one. */
const ONE_TOUCH_MS = 150
const ONE_TOUCH_PX = 120

/** Where and when a touch began; a key has no place. */
export interface Touch {
  /** ms since the page began. */
  tick: number
  x: number
  y: number
}

/**
 * Tells touches from their echoes. A touch is an echo if it begins within 150 ms of one that counted and within 120 px of
 * it: rain, a glove or a second finger of the same hand. Two thumbs are further apart, and may be two runners.
 */
export class Touches {
  #counted: Touch[] = []

  /** @returns whether this touch counts */
  isNew(touch: Touch): boolean {
    this.#counted = this.#counted.filter(({ tick }) => touch.tick - tick < ONE_TOUCH_MS)
    const isEcho = this.#counted.some(({ x, y }) => Math.hypot(touch.x - x, touch.y - y) < ONE_TOUCH_PX)
    if (!isEcho) this.#counted.push(touch)
    return !isEcho
  }
}
