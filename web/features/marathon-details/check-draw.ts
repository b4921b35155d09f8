import type { Draw } from '../../../contract/marathon.ts'
import { toHex } from '../../store/new-id.ts'

// The rule of a ballot (docs/ballot.md), computed by the phone itself. The worker has it in worker/ops/decide/ballot.ts.

/** Hashes that are computed at once. Between two groups the browser can draw the screen. */
const GROUP = 1000

/** What a check of a draw found. */
export interface DrawCheck {
  /** The seed is the one whose hash was published before. */
  isSeed: boolean
  /** The list is in the order that follows from the seed. */
  isOrder: boolean
}

/**
 * Checks a draw.
 * @param commitment the hash of the seed as this phone has it
 */
export async function checkDraw({ seed, ids }: Draw, commitment: string): Promise<DrawCheck> {
  const order = await drawnOrder(seed, ids)
  return {
    isSeed: (await sha256(fromHex(seed))) === commitment,
    isOrder: order.every((id, index) => id === ids[index]),
  }
}

/**
 * The ids in the drawn order: ascending by the SHA-256 of the seed's bytes, followed by the UTF-8 bytes of the id.
 * @param seed in hex
 */
export async function drawnOrder(seed: string, ids: readonly string[]): Promise<string[]> {
  const seedBytes = fromHex(seed)
  const encoder = new TextEncoder()
  const drawn: { id: string; hash: string }[] = []
  for (let from = 0; from < ids.length; from += GROUP) {
    const group = ids.slice(from, from + GROUP).map(async (id) => {
      return { id, hash: await sha256(new Uint8Array([...seedBytes, ...encoder.encode(id)])) }
    })
    drawn.push(...(await Promise.all(group)))
  }
  return drawn.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ id }) => id)
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}
