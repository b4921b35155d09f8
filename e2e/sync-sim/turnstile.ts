/**
 * Lets racing requests through one D1 call at a time, in the order that `choices` says: the next one goes only when
 * all of them wait or have ended. So an interleaving is a list of numbers, and the same list is the same race.
 */
export class Turnstile {
  readonly #active = new Set<number>()
  readonly #waiting = new Map<number, () => void>()
  readonly #choices: number[]

  constructor(choices: number[]) {
    this.#choices = [...choices]
  }

  enter(runner: number) {
    this.#active.add(runner)
  }

  leave(runner: number) {
    this.#active.delete(runner)
    this.#waiting.delete(runner)
    this.#next()
  }

  /** Waits for this runner's turn. Whoever is not in the race passes. */
  turn(runner: number): Promise<void> {
    if (!this.#active.has(runner)) return Promise.resolve()
    return new Promise((resolve) => {
      this.#waiting.set(runner, resolve)
      this.#next()
    })
  }

  #next() {
    if (this.#waiting.size === 0 || this.#waiting.size < this.#active.size) return
    const runners = [...this.#waiting.keys()].sort((a, b) => a - b)
    const chosen = runners[(this.#choices.shift() ?? 0) % runners.length] as number
    const go = this.#waiting.get(chosen)
    this.#waiting.delete(chosen)
    go?.()
  }
}
