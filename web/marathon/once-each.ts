/**
 * Makes a function that prepares a list. It prepares each row once, as long as the row stays the same object: after a
 * change of one entrant, not all 50,000 again.
 */
export function onceEach<T extends object, Prepared>(prepare: (one: T) => Prepared): (all: readonly T[]) => Prepared[] {
  const known = new WeakMap<T, Prepared>()
  const prepared = (one: T): Prepared => {
    const before = known.get(one)
    if (before !== undefined) return before
    const made = prepare(one)
    known.set(one, made)
    return made
  }
  return (all) => all.map(prepared)
}
