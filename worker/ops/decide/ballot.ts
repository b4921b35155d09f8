import { createHash } from 'node:crypto'

// The rule of a ballot (docs/ballot.md). A phone has the same rule in web/features/marathon-details/check-draw.ts, and
// everybody in docs/check-draw.mjs; a test compares the three.

const SEED_BYTES = 32

/** A new secret seed: 32 random bytes in hex. */
export function newSeed(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(SEED_BYTES))).toString('hex')
}

/** What is told of a seed before the draw: the SHA-256 of its 32 bytes, in hex. */
export function commitmentOf(seed: string): string {
  return createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')
}

/**
 * The applications in the drawn order: ascending by the SHA-256 of the seed's 32 bytes, followed by the UTF-8 bytes of
 * the id.
 * @param seed in hex
 */
export function drawnOrder(seed: string, ids: readonly string[]): string[] {
  const bytes = Buffer.from(seed, 'hex')
  const drawn = ids.map((id) => ({ id, hash: createHash('sha256').update(bytes).update(id, 'utf8').digest('hex') }))
  return drawn.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ id }) => id)
}
