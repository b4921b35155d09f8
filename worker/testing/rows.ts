import { DAY_MS } from '../../contract/limits.ts'
import type { OpType } from '../../contract/ops.ts'
import type { Fields, Op } from '../../contract/sync.ts'

/** The instant `days` days from now. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString()
}

/** The fields of a marathon that is open for registration; `other` replaces some of them. */
export function marathonFields(other: Fields = {}): Fields {
  return {
    title: 'Harbour Ten',
    location: 'Hamburg',
    description: 'Flat and fast along the water.',
    image: 'https://example.com/harbour.jpg',
    distance: '10k',
    regStart: inDays(-1),
    regEnd: inDays(10),
    startDate: inDays(20),
    timeZone: 'Europe/Berlin',
    capacity: null,
    ...other,
  }
}

/** The fields of an application to a marathon; `other` replaces some of them. */
export function applicationFields(marathonId: string, other: Fields = {}): Fields {
  return {
    marathonId,
    title: 'Harbour Ten',
    startDate: inDays(20),
    firstName: 'Ada',
    lastName: 'Lauf',
    phoneNumber: '+49 40 123456',
    ...other,
  }
}

let count = 0

/** A queued operation. */
export function op(type: OpType, id: string, patch: Fields = {}, base: Fields = {}): Op {
  return { opId: `op-${crypto.randomUUID()}`, v: 1, type, id, base, patch, at: new Date().toISOString() }
}

/** An id that no other row has. */
export function newId(kind: string): string {
  return `${kind}-${String(++count).padStart(8, '0')}`
}

/** SQL that makes an account (`?1`) the owner of the marathons that a test inserted for it. */
export const OWN_SQL = `INSERT INTO staff (marathon_id, uid, role, id, name, since, seq)
  SELECT id, owner_uid, 'owner', id, name, created_at, seq - 1000000000 FROM marathon WHERE owner_uid = ?1`

/** A tap at the finish. */
export const CROSSING = {
  kind: 'crossing',
  point: 'finish',
  how: 'tap',
  clock: 'clock-0001',
  tick: 5,
  bib: null,
  accuracy: null,
  of: null,
}
