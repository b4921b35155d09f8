import { encode as encodePng } from 'fast-png'
import { encode } from 'uqr'

/** The white border of the code, in modules. Scanners need it, in the dark too. */
const QUIET_ZONE = 4
/** Pixels of a module: a screen with two pixels a point shows it sharp. */
const SCALE = 12

/** A text as a QR code: a PNG in grey, black on white. */
export function qrPicture(text: string): Buffer {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const side = size * SCALE
  const pixels = Uint8Array.from({ length: side * side }, (_none, at) => {
    const isDark = data[Math.floor(at / side / SCALE)]?.[Math.floor((at % side) / SCALE)]
    return isDark ? 0 : 255
  })
  return Buffer.from(encodePng({ width: side, height: side, data: pixels, depth: 8, channels: 1 }))
}
