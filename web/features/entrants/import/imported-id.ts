import { ownedId } from '../../../../contract/text/owned-id.ts'
import { sha256 } from '../../../../contract/text/sha-256.ts'
import { toHex } from '../../../store/new-id.ts'

/**
 * The id of a row that comes from a file. It follows from the account, the marathon and the person, so that the same file is the
 * same rows, also where nothing of it was sent before the app was closed. Nobody can guess it who does not know the account's uid.
 * @param person what a file says of who it is
 * @param nth how many of this person are before this one: namesakes whom nothing tells apart
 */
export function importedId(uid: string, marathonId: string, person: string, nth: number): string {
  const hash = sha256(JSON.stringify(['import', uid, marathonId, person, nth])).slice(0, 16)
  const bytes = Uint8Array.from(hash)
  const view = new DataView(bytes.buffer)
  // A UUID of version 8 (RFC 9562): its bits are ours.
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x80)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  return ownedId(toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'), uid)
}
