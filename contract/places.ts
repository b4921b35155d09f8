// Both sides must agree on these: the phone says what will become of an application, and the server decides it.

/** Is this a ballot before its draw? Nobody has a place before that. */
export function isUndrawn({ registration, seed }: { registration: string; seed: string | null }): boolean {
  return registration === 'ballot' && seed === null
}

/** Are all places taken? A phone only knows what it has read. */
export function isFull({ regCount, capacity }: { regCount: number; capacity: number | null }): boolean {
  return capacity !== null && regCount >= capacity
}
