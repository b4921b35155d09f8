import { ownedId } from '../../contract/text/owned-id.ts'
import { sha256 } from '../../contract/text/sha-256.ts'

/** Makes a UUID v7 (RFC 9562). Such ids sort by the time of their creation. @param now ms since the epoch */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(now / 2 ** 32))
  view.setUint32(2, now % 2 ** 32)
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  return toUuid(bytes)
}

/** Makes the id of a new row, which is this account's alone (contract/text/owned-id). */
export function newRowId({ uid }: { uid: string }): string {
  return ownedId(newId(), uid)
}

/**
 * The id of a row that comes from a file. It follows from the account and the content, so that the same file is the
 * same rows, also where nothing of it was sent before the app was closed. Nobody can guess it who does not know the
 * account's uid.
 */
export function idFromContent(uid: string, content: readonly unknown[]): string {
  const hash = sha256(JSON.stringify([uid, ...content])).slice(0, 16)
  const bytes = Uint8Array.from(hash)
  const view = new DataView(bytes.buffer)
  // A UUID of version 8 (RFC 9562): its bits are ours.
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x80)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  return ownedId(toUuid(bytes), uid)
}

function toUuid(bytes: Uint8Array): string {
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Bytes in hex, two digits each. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
