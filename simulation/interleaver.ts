/**
 * Lets racing requests make one D1 call at a time. When every racer waits with a call or has ended, the next number of
 * `choices` decides which call runs. An interleaving is therefore a list of numbers, and the same list gives the same
 * race.
 */
export class Interleaver {
  readonly #active = new Set<number>()
  #waiting: { runner: number; go: () => void }[] = []
  readonly #choices: number[]

  constructor(choices: number[]) {
    this.#choices = [...choices]
  }

  enter(runner: number) {
    this.#active.add(runner)
  }

  /** The racer has ended. Its waiting calls run at once. */
  leave(runner: number) {
    this.#active.delete(runner)
    const ended = this.#waiting.filter((call) => call.runner === runner)
    this.#waiting = this.#waiting.filter((call) => call.runner !== runner)
    for (const { go } of ended) go()
    this.#next()
  }

  /** Waits for this racer's turn. A request that is not in the race does not wait. */
  turn(runner: number): Promise<void> {
    if (!this.#active.has(runner)) return Promise.resolve()
    return new Promise((go) => {
      this.#waiting.push({ runner, go })
      this.#next()
    })
  }

  #next() {
    const ready = new Set(this.#waiting.map(({ runner }) => runner))
    if (ready.size === 0 || ready.size < this.#active.size) return
    this.#waiting.sort((a, b) => a.runner - b.runner)
    const [chosen] = this.#waiting.splice((this.#choices.shift() ?? 0) % this.#waiting.length, 1)
    chosen?.go()
    // A racer may have two waiting calls, because a pass requests the next page ahead. The second call must not wait
    // for the racer's next call.
    this.#next()
  }
}
