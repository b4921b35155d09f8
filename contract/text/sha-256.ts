// SHA-256 (FIPS 180-4) without waiting: `crypto.subtle` answers later, and an id is needed now. It is for ids alone.

const PRIMES = primes(64)
/** The first 32 bits behind the point of the roots of the first primes. */
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32)
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/** The 32 bytes of the SHA-256 of a text in UTF-8. */
export function sha256(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const padded = new DataView(new ArrayBuffer(64 * blocks))
  for (const [at, byte] of bytes.entries()) padded.setUint8(at, byte)
  padded.setUint8(bytes.length, 0x80)
  padded.setUint32(64 * blocks - 4, bytes.length * 8)
  const hash = Uint32Array.from(START)
  for (let block = 0; block < blocks; block += 1) addBlock(hash, padded, 64 * block)
  const result = new DataView(new ArrayBuffer(32))
  for (const [at, word] of hash.entries()) result.setUint32(4 * at, word)
  return new Uint8Array(result.buffer)
}

function addBlock(hash: Uint32Array, padded: DataView, from: number) {
  const words = new Uint32Array(64)
  const word = (at: number) => words[at] ?? 0
  for (let at = 0; at < 64; at += 1) {
    if (at < 16) words[at] = padded.getUint32(from + 4 * at)
    else {
      const [near, far] = [word(at - 2), word(at - 15)]
      const mixedNear = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10)
      const mixedFar = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)
      words[at] = word(at - 16) + mixedFar + word(at - 7) + mixedNear
    }
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let at = 0; at < 64; at += 1) {
    const chosen = (e & f) ^ (~e & g)
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUND[at] ?? 0) + word(at)) | 0
    const most = (a & b) ^ (a & c) ^ (b & c)
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) hash[at] = (hash[at] ?? 0) + value
}

function turned(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by))
}

function primes(count: number): number[] {
  const found: number[] = []
  for (let next = 2; found.length < count; next += 1) if (found.every((prime) => next % prime > 0)) found.push(next)
  return found
}
