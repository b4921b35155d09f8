// Both sides must agree on these: the phone says what will become of an application, and the server decides it.

/** Is this a ballot before its draw? Nobody has a place before that. */
export function isUndrawn({ registration, seed }: { registration: string; seed: string | null }): boolean {
  return registration === 'ballot' && seed === null
}

/** May a runner hand the place on now? @param now the server's time, ms since the epoch */
export function isHandOverOpen(
  marathon: { handOverUntil: string | null; startDate: string; cancelled: string | null },
  now: number,
): boolean {
  const { handOverUntil, startDate, cancelled } = marathon
  return (
    handOverUntil !== null && cancelled === null && now <= Math.min(Date.parse(handOverUntil), Date.parse(startDate))
  )
}

/** How many have a place above the capacity: entries that were made at the gate, or deferred. */
export function aboveCapacity({ regCount, capacity }: { regCount: number; capacity: number | null }): number {
  return capacity === null ? 0 : Math.max(0, regCount - capacity)
}

/** Are all places taken? A phone only knows what it has read. */
export function isFull({ regCount, capacity }: { regCount: number; capacity: number | null }): boolean {
  return capacity !== null && regCount >= capacity
}
