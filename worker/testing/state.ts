import { EMPTY_APPLICATION } from '../../contract/fields.ts'
import type { OpType } from '../../contract/ops.ts'
import type { Fields } from '../../contract/sync.ts'
import type { ApplicationRow, MarathonRow, StaffRow } from '../db/client.ts'
import { accountSlot } from '../ops/decide/decision.ts'
import { type KnownOp, parseOp } from '../ops/decide/known-op.ts'
import { RunningState } from '../ops/running-state.ts'

/** The server's time in these tests, ms since the epoch. */
export const NOW = Date.parse('2027-06-01T12:00:00.000Z')
/** The new seed that `decide` gets in these tests: 32 bytes in hex. */
export const SEED = '5eed'.repeat(16)
export const FRESH = { seed: SEED, code: 'K7QM2F9G', noticeId: 'notice-of-server' }
export const OLIVIA = { uid: 'olivia', email: 'olivia@example.com', name: 'Olivia' }
export const RAVI = { uid: 'ravi', email: 'ravi@example.com', name: 'Ravi' }

/** Olivia's marathon. Registration is open until exactly NOW, and one of two places is taken. */
export const marathon: MarathonRow = {
  id: 'event-0001',
  ownerUid: 'olivia',
  title: 'Harbour Ten',
  location: 'Hamburg',
  description: 'Flat.',
  image: 'https://example.com/a.jpg',
  distance: '10k',
  regStart: '2027-05-01T00:00:00.000Z',
  regEnd: '2027-06-01T12:00:00.000Z',
  startDate: '2027-07-01T08:00:00.000Z',
  timeZone: 'UTC',
  capacity: 2,
  name: 'Olivia',
  email: 'olivia@example.com',
  createdAt: '2027-01-01T00:00:00.000Z',
  regCount: 1,
  ver: 3,
  seq: 9,
  shownUntil: '2027-07-01T08:00:00.000Z',
  past: 0,
  waitingCount: 0,
  cancelled: null,
  registration: 'first-come',
  enteredCount: 0,
  commitment: null,
  secretSeed: null,
  seed: null,
  perAccount: 10,
  questions: '',
  staffFields: '',
  categories: '',
  splits: '',
  results: '',
  organisedBy: '',
  imageSize: '',
  previousStart: null,
  hiddenAt: null,
  handOverUntil: null,
  deferTo: null,
  unclaimedCount: 0,
}
/** Ravi's application to this marathon. */
export const application: ApplicationRow = {
  id: 'entry-0001',
  marathonId: 'event-0001',
  ownerUid: 'ravi',
  personKey: 'adalauf',
  title: 'Harbour Ten',
  startDate: '2027-07-01T08:00:00.000Z',
  ...EMPTY_APPLICATION,
  firstName: 'Ada',
  lastName: 'Lauf',
  phoneNumber: '12345 678',
  createdAt: '2027-05-02T00:00:00.000Z',
  ver: 1,
  seq: 10,
  joinedSeq: 10,
  erasedAt: null,
  status: 'registered',
  waitingOrder: null,
  promotedAt: null,
  bib: null,
  bibKey: null,
  drawOrder: null,
  answers: '',
  staffAnswers: '',
  hidesName: false,
  code: 'K7QM2F9G',
  wantedBib: null,
  above: 0,
  offer: null,
  correctedBy: null,
  correctedFields: '',
}
/** Ravi as a helper of this marathon. */
export const helper: StaffRow = {
  marathonId: 'event-0001',
  uid: 'ravi',
  role: 'gate',
  id: 'helper-0001',
  name: 'Ravi',
  since: '2027-05-03T00:00:00.000Z',
  offeredAt: null,
  removedAt: null,
  seq: 11,
  viewSeq: 11,
}
/** Olivia as the owner of this marathon. */
export const owner: StaffRow = { ...helper, uid: 'olivia', role: 'owner', id: marathon.id, name: 'Olivia', seq: 8 }
/** What the tombstone of a row tells. */
export function goneOf(ownerUid: string | null, marathonId = '') {
  return { ownerUid, marathonId, isStripped: false }
}
/**
 * The state with both rows, a deleted marathon and a deleted application; `changed` replaces fields of the marathon.
 */
export function stateOf(changed: Partial<MarathonRow> = {}) {
  const state = new RunningState()
  state.marathons.set(marathon.id, { ...marathon, ...changed })
  state.staff.set(accountSlot(marathon.id, owner.uid), owner)
  state.putApplication(application)
  state.gone.set('marathon:event-gone', goneOf('olivia'))
  state.gone.set('application:entry-gone', goneOf('ravi', marathon.id))
  return state
}
/** What a phone sends for a new marathon. */
export const newMarathonFields = {
  title: 'New',
  location: 'Kiel',
  description: 'Hilly.',
  image: 'https://example.com/b.jpg',
  distance: '5k',
  regStart: '2027-05-01',
  regEnd: '2027-06-30',
  startDate: '2027-08-01',
  timeZone: 'Europe/Berlin',
  capacity: null,
}
/** What Bo sends for an application to the marathon. */
export const bo = {
  marathonId: 'event-0001',
  title: '',
  startDate: '2027-07-01',
  firstName: 'Bo',
  lastName: 'Lauf',
  phoneNumber: '12345',
}
/** An operation as a phone queues it. */
export const op = (type: OpType, id: string, patch: Fields = {}, base: Fields | null = {}): KnownOp =>
  parseOp({ opId: 'op-000001', type, id, base, patch, content: '' })
