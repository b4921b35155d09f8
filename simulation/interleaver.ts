/**
 * Lets racing requests through one D1 call at a time, in the order that `choices` says: the next one goes only when
 * every racer waits with one, or has ended. So an interleaving is a list of numbers, and the same list is the same race.
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

  /** The racer has ended; what it left on the way goes on by itself. */
  leave(runner: number) {
    this.#active.delete(runner)
    const left = this.#waiting.filter((one) => one.runner === runner)
    this.#waiting = this.#waiting.filter((one) => one.runner !== runner)
    for (const { go } of left) go()
    this.#next()
  }

  /** Waits for this runner's turn. Whoever is not in the race passes. */
  turn(runner: number): Promise<void> {
    if (!this.#active.has(runner)) return Promise.resolve()
    return new Promise((go) => {
      this.#waiting.push({ runner, go })
      this.#next()
    })
  }

  #next() {
    const here = new Set(this.#waiting.map(({ runner }) => runner))
    if (here.size === 0 || here.size < this.#active.size) return
    this.#waiting.sort((a, b) => a.runner - b.runner)
    const [chosen] = this.#waiting.splice((this.#choices.shift() ?? 0) % this.#waiting.length, 1)
    chosen?.go()
    // A racer may have two calls on the way (the page ahead): the other one must not wait for this one's next.
    this.#next()
  }
}
