/** A generator of numbers in [0, 1) (mulberry32). The same seed always gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = (seed + 0x9e3779b9) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
