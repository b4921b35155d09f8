import { ownedId } from '../../contract/text/owned-id.ts'

/** Makes a UUID v7 (RFC 9562). Such ids sort by the time of their creation. @param now ms since the epoch */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(now / 2 ** 32))
  view.setUint32(2, now % 2 ** 32)
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Makes the id of a new row, which is this account's alone (contract/text/owned-id). */
export function newRowId({ uid }: { uid: string }): string {
  return ownedId(newId(), uid)
}

/** Bytes in hex, two digits each. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
