import Dexie from 'dexie'
import type { ApplicationFields } from '../../contract/application.ts'
import type { CheckIn } from '../../contract/check-in.ts'
import { EMPTY_APPLICATION } from '../../contract/fields.ts'
import type { MarathonFields, PublicPage } from '../../contract/marathon.ts'
import type { Notice } from '../../contract/notice.ts'
import type { Op, SyncApplication, SyncMarathon, SyncResponse, SyncStaff } from '../../contract/sync.ts'
import { entryCodeOf } from '../../contract/text/entry-code.ts'
import { AccountDb, accountDbName } from '../store/account-db.ts'
import type { SessionRecord } from '../store/device-db.ts'
import { enqueueOps } from '../store/outbox.ts'

/** Makes an empty account for a test. */
export async function emptyAccount(uid = `uid-${crypto.randomUUID()}`): Promise<AccountDb> {
  await Dexie.delete(accountDbName(uid))
  return new AccountDb(uid)
}

/** The record of a session that lasts. */
export function sessionOf(uid: string, other: Partial<SessionRecord> = {}): SessionRecord {
  return {
    key: 'current',
    uid,
    email: `${uid}@example.com`,
    displayName: uid,
    photoURL: '',
    expiresAt: '2090-01-01T00:00:00.000Z',
    ...other,
  }
}

/** A marathon as the server sends it. */
export function marathonRow(id: string, other: Partial<SyncMarathon> = {}): SyncMarathon {
  return {
    _id: id,
    title: 'Harbour Ten',
    regStart: '2027-01-01T00:00:00.000Z',
    regEnd: '2027-12-31T00:00:00.000Z',
    startDate: '2028-01-31T08:00:00.000Z',
    location: 'Hamburg',
    distance: '10k',
    description: 'Flat and fast.',
    image: 'https://example.com/a.jpg',
    name: 'Olivia',
    email: 'olivia@example.com',
    createdAt: '2027-01-01T00:00:00.000Z',
    regCount: 0,
    waitingCount: 0,
    enteredCount: 0,
    registration: 'first-come',
    commitment: null,
    seed: null,
    cancelled: null,
    timeZone: 'UTC',
    capacity: null,
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
    ver: 1,
    role: null,
    ...other,
  }
}

/** A public page as the server sends it. */
export function publicPageRow(id: string, other: Partial<PublicPage> = {}): PublicPage {
  const { title, location, description, image, distance, timeZone, ...row } = marathonRow(id)
  const { regStart, regEnd, startDate, registration, organisedBy, imageSize, previousStart, results, cancelled, ver } =
    row
  const days = { regStart, regEnd, startDate, previousStart }
  const rest = { registration, organisedBy, imageSize, results, cancelled, isFull: false, isListed: true, ver }
  return { _id: id, title, location, description, image, distance, timeZone, ...days, ...rest, ...other }
}

/** The fields of a new marathon. */
export function newMarathon(other: Partial<MarathonFields> = {}): MarathonFields {
  const { title, location, description, image, distance, timeZone, capacity, ...row } = marathonRow('')
  const { regStart, regEnd, startDate, registration, perAccount, organisedBy, imageSize, handOverUntil, deferTo } = row
  const { questions, staffFields, categories, splits } = row
  const days = { regStart, regEnd, startDate }
  const places = {
    capacity,
    registration,
    perAccount,
    handOverUntil,
    deferTo,
    organisedBy,
    imageSize,
    questions,
    staffFields,
    categories,
    splits,
  }
  return { title, location, description, image, distance, timeZone, ...places, ...days, ...other }
}

/** What the runner of the tests fills in. */
const FILLED_IN = {
  ...EMPTY_APPLICATION,
  firstName: 'Ada',
  lastName: 'Lauf',
  phoneNumber: '12345 678',
  email: 'ada@example.com',
}

/** The fields of a new application. */
export function newApplication(marathonId: string): ApplicationFields {
  const { title, startDate } = applicationRow('', marathonId)
  return { marathonId, title, startDate, ...FILLED_IN }
}

/** The code of a test's entry: always the same for an id. */
export function codeOf(id: string): string {
  const hash = [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 32 ** 6, 7)
  const digits = hash.toString(32).padStart(6, '0').toUpperCase()
  const random = `K${digits.replace(/[ILOU]/g, (letter) => ({ I: 'W', L: 'X', O: 'Y', U: 'Z' })[letter] ?? letter)}`
  const codes = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'].map((check) => entryCodeOf(random + check))
  return codes.find((code) => code !== null) ?? ''
}

/** An application as the server sends it. */
export function applicationRow(id: string, marathonId: string, other: Partial<SyncApplication> = {}): SyncApplication {
  return {
    _id: id,
    marathonId,
    title: 'Harbour Ten',
    startDate: '2028-01-31T08:00:00.000Z',
    ...FILLED_IN,
    hidesName: false,
    createdAt: '2027-01-02T00:00:00.000Z',
    status: 'registered',
    promotedAt: null,
    bib: null,
    waitingOrder: null,
    drawOrder: null,
    wantedBib: null,
    above: 0,
    code: codeOf(id),
    ver: 1,
    mine: true,
    isClaimed: true,
    offer: null,
    ...other,
  }
}

/** A sync response that is empty except for the given parts. */
export function responseOf(other: Partial<SyncResponse> = {}): SyncResponse {
  return {
    results: [],
    halted: null,
    cursor: 'e.1',
    more: false,
    reset: false,
    marathons: [],
    applications: [],
    recordings: [],
    rulings: [],
    ownResults: [],
    checkIns: [],
    staff: [],
    notices: [],
    deleted: [],
    serverTime: '2027-06-01T00:00:00.000Z',
    minVersion: 1,
    ...other,
  }
}

/** A queued op of any type on one row. */
export const opOf = (type: string, patch: Op['patch'] = {}): Op => ({
  opId: 'op-00000001',
  v: 1,
  type,
  id: 'event-0001',
  base: {},
  patch,
  at: '2027-01-01T00:00:00.000Z',
})

/** Queues edits of the location, one op for each row. @returns the ops as they are in the outbox */
export async function queueEdits(db: AccountDb, ids: string[], location = 'Kiel'): Promise<Op[]> {
  await enqueueOps(
    db,
    ids.map((id) => ({ type: 'marathon.update', id, patch: { location }, base: { location: 'Hamburg' } })),
  )
  return (await db.outbox.orderBy('n').toArray()).map((record) => record.op).slice(-ids.length)
}

/** A check-in as the server sends it. */
export function checkInRow(
  id: string,
  marathonId: string,
  applicationId: string,
  other: Partial<CheckIn> = {},
): CheckIn {
  return {
    _id: id,
    marathonId,
    applicationId,
    at: '2027-06-01T06:40:00.000Z',
    gate: 'A',
    by: 'Olivia',
    voidedAt: null,
    confirmed: true,
    ver: 1,
    ...other,
  }
}

/** Somebody of a marathon's staff as the server sends it. */
export function staffRow(id: string, marathonId: string, other: Partial<SyncStaff> = {}): SyncStaff {
  const since = '2027-01-02T00:00:00.000Z'
  return { _id: id, marathonId, name: 'Hana', role: 'gate', since, isOffered: false, mine: false, ...other }
}

/** A notice of the organiser as the server sends it. */
export function noticeRow(id: string, marathonId: string, other: Partial<Notice> = {}): Notice {
  return {
    _id: id,
    marathonId,
    applicationId: null,
    kind: 'written',
    text: 'Parking is at Pier 7.',
    urgent: false,
    at: '2027-06-01T06:00:00.000Z',
    by: 'Olivia',
    ...other,
  }
}
