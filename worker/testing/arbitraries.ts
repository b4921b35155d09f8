import * as fc from 'fast-check'
import { DISTANCES, MAX_LENGTH } from '../../contract/limits.ts'
import { OP_TYPES, type OpType } from '../../contract/ops.ts'
import { HOWS, RECORDING_KINDS, RULING_KINDS, STATES } from '../../contract/results/recording.ts'
import { ROUTES } from '../routes/route-table.ts'
import { ruling as ruled } from './cast.ts'
import { applicationFields, CROSSING, inDays, marathonFields } from './rows.ts'

/** A random request, and the account that sends it. */
export interface DrawnRequest {
  who: 'olivia' | 'ravi' | 'nobody'
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const EDGE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'lone \ud800 surrogate',
  '__proto__',
  'constructor',
  "'; DROP TABLE marathon; --",
  '=HYPERLINK("x")',
  '\ufdfa'.repeat(MAX_LENGTH.name),
  'é'.repeat(MAX_LENGTH.title),
  'e\u0301'.repeat(MAX_LENGTH.title),
  '長'.repeat(MAX_LENGTH.description),
  'x'.repeat(MAX_LENGTH.description + 1),
]
const EDGE_DATES = [
  '2027-03-05',
  '2027-02-30',
  '2027-03-28T02:30',
  '0000-01-01',
  '1969-12-31T23:59:59Z',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '2027-03-05T25:00:00Z',
  '2027-03-05T08:00:00+0530',
  '2027-03-05T08:00:00.123456789Z',
]
const EDGE_URLS = [
  'http://localhost/x.jpg',
  'http://[::1]/',
  'https://',
  'javascript:alert(1)',
  'data:image/svg+xml,x',
  '//x',
]

const text = fc.oneof(fc.constantFrom(...EDGE_TEXTS), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
const instant = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  .map((d) => d.toISOString())
const junk = fc.oneof(
  text,
  fc.constantFrom(...EDGE_DATES, ...EDGE_URLS, inDays(-2), inDays(2)),
  instant,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, 0, -0, 1, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], true),
)
const ascii = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) })

/** Mostly one of four ids, so that requests hit each other's rows, and some ids that no row can have. */
const rowIdUpTo = (max: number) => fc.integer({ min: 1, max }).map((n) => `row-${String(n).padStart(6, '0')}`)
const rowId = rowIdUpTo(4)
const OWN_IDS = 20
const ownId = rowIdUpTo(OWN_IDS)
/** The accounts that are organisers of every marathon, before one of them makes it and owns it. */
const STAFF = ['olivia', 'ravi'] as const
const staffId = (marathonId: string, uid: string) => `staff-${marathonId}-${uid}`

/** The rows of these organisers: to one of them each marathon is offered. */
export const STAFF_ROWS = Array.from({ length: OWN_IDS }, (_, n) => `row-${String(n + 1).padStart(6, '0')}`).flatMap(
  (marathonId) => STAFF.map((uid) => ({ id: staffId(marathonId, uid), marathonId, uid, isOffered: uid === 'ravi' })),
)
/**
 * Rows that are there for the ops which need those of somebody else: an event that lets places be handed on and deferred
 * to another one, an entry there of each account that is offered, and one that waits for the organiser.
 */
export const THERE = {
  event: 'event-there',
  later: 'event-later',
  offered: { olivia: 'offered-olivia', ravi: 'offered-ravi' },
  unconfirmed: 'unconfirmed',
  lateCrossing: 'late-crossing',
  secret: 'A'.repeat(22),
  code: 'KAAAAAA5',
}
const id = fc.oneof(
  { weight: 6, arbitrary: rowId },
  { weight: 1, arbitrary: fc.constantFrom('%', '%E0%A4%A', '%00', '..', 'short', 'x'.repeat(65), 'a%2Fb', '日本') },
  { weight: 1, arbitrary: text.map((t) => encodeURIComponent(t.toWellFormed()).slice(0, 200)) },
)
const plainId = fc.oneof({ weight: 15, arbitrary: rowId }, { weight: 1, arbitrary: junk })

/** Valid fields, of which some are changed, missing or unknown. */
function around(valid: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const field = fc.constantFrom(
    ...Object.keys(valid),
    '_id',
    'regCount',
    'ownerUid',
    '__proto__',
    'constructor',
    'nonsense',
  )
  const change = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(fc.tuple(field, junk), { maxLength: 3 }) },
  )
  const most = Math.min(2, Object.keys(valid).length)
  return fc
    .tuple(
      fc.record(valid),
      change,
      fc.subarray(Object.keys(valid), { maxLength: most }),
      fc.integer({ min: 1, max: 4 }),
    )
    .map(([fields, changes, missing, turn]) => {
      const drawn = new Map(Object.entries(fields))
      for (const [name, value] of changes) drawn.set(name, value)
      if (turn === 1) for (const name of missing) drawn.delete(name)
      return Object.fromEntries(drawn)
    })
}

const mostly = (value: unknown, drawn: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: drawn })
const shortText = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), fc.constantFrom(...EDGE_TEXTS))

function varied(fields: Record<string, unknown>): Record<string, fc.Arbitrary<unknown>> {
  const drawn: Record<string, fc.Arbitrary<unknown>> = {
    distance: fc.constantFrom(...DISTANCES),
    timeZone: fc.constantFrom('UTC', 'Asia/Dhaka', 'America/St_Johns', 'Pacific/Kiritimati'),
    capacity: fc.option(fc.integer({ min: 1, max: 5 })),
    regStart: fc.oneof(instant, fc.constantFrom(...EDGE_DATES)),
    regEnd: fc.oneof(instant, fc.constantFrom(...EDGE_DATES)),
    startDate: fc.oneof(instant, fc.constantFrom(...EDGE_DATES)),
    image: fc.constantFrom('https://example.com/a.jpg', ...EDGE_URLS),
    phoneNumber: fc.constantFrom('+49 40 123456', '12345', '(030) 12-34', '1234'),
    marathonId: plainId,
    registration: fc.constantFrom('first-come', 'ballot'),
    waitingList: fc.boolean(),
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, mostly(value, drawn[name] ?? shortText)]),
  )
}

/** Every second value is as a form of the app would send it. The others are a little different. */
const often = (valid: Record<string, unknown>, ids: object, different: fc.Arbitrary<Record<string, unknown>>) =>
  fc.oneof(fc.record({ ...constants(valid), ...ids }), different)
const constants = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value)]))

const marathon = often(
  marathonFields({ capacity: 3 }),
  {},
  around({
    ...varied({ ...marathonFields(), capacity: 3, registration: 'first-come' }),
    _id: fc.option(plainId, { nil: undefined }),
  }),
)
const marathonChange = fc.oneof(
  fc.record(
    { location: shortText, cancelled: fc.option(shortText), capacity: fc.integer({ min: 1, max: 5 }) },
    { requiredKeys: [] },
  ),
  around({ ...varied({ ...marathonFields({ capacity: 3 }) }), cancelled: fc.option(shortText) }),
)
const name = fc.constantFrom('Ada', 'Bo', 'Cy', 'Di')
const application = often(
  applicationFields(''),
  { marathonId: rowId, firstName: name, waitingList: fc.boolean() },
  around({
    ...varied({ ...applicationFields('row-000001'), waitingList: true }),
    marathonId: plainId,
    _id: fc.option(plainId, { nil: undefined }),
  }),
)
const applicationChange = fc.oneof(
  fc.record({ firstName: name, location: shortText }, { requiredKeys: [] }),
  application,
)
const checkIn = around({
  marathonId: rowId,
  applicationId: plainId,
  at: mostly('2027-03-05T06:40:00.000Z', junk),
  gate: mostly('A', shortText),
})
const bib = around({
  isHandedOut: fc.boolean(),
  bib: fc.option(fc.integer({ min: 1, max: 5 }).map(String)),
})
const taken = around({ at: mostly('2027-03-05T06:50:00.000Z', junk) })
const notice = around({
  marathonId: rowId,
  text: mostly('Start moved', shortText),
  urgent: fc.boolean(),
  at: mostly('2027-03-05T06:40:00.000Z', junk),
})
const staff = around({ role: fc.constantFrom('organiser', 'desk', 'gate', 'timer', 'owner'), isOffered: fc.boolean() })
const nothing = fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: around({}) })
const fields = fc.oneof(marathon, application, checkIn)

const reason = around({ reason: mostly('Injured.', shortText) })
const { code, secret } = THERE
const walkIn = around({
  marathonId: rowId,
  firstName: name,
  lastName: mostly('Lauf', shortText),
  bib: fc.option(fc.integer({ min: 1, max: 5 }).map(String)),
  code: mostly(code, junk),
  above: fc.integer({ min: 0, max: 3 }),
})
const claim = around({ marathonId: rowId, secret: mostly(code, junk) })
const offer = around({ secret: fc.option(fc.constant(secret)) })
const takeOver = often(
  { ...applicationFields(''), secret },
  { marathonId: rowId, from: plainId, firstName: name },
  around({
    ...varied({ ...applicationFields('row-000001'), secret }),
    marathonId: plainId,
    from: plainId,
  }),
)
const defer = around({ marathonId: rowId, from: plainId })

const recording = around({
  marathonId: plainId,
  kind: fc.constantFrom(...RECORDING_KINDS),
  point: fc.constantFrom('start', 'finish', 'Bridge'),
  how: fc.constantFrom(...HOWS),
  clock: plainId,
  tick: fc.nat(),
  at: instant,
  bib: fc.option(fc.string({ maxLength: 14 })),
  accuracy: fc.option(fc.nat()),
  of: fc.option(plainId),
})
const ruling = around({
  marathonId: plainId,
  kind: fc.constantFrom(...RULING_KINDS),
  recordingId: fc.option(plainId),
  rulingId: fc.option(plainId),
  bib: fc.string({ maxLength: 14 }),
  point: fc.constantFrom('', 'finish'),
  time: fc.option(instant),
  since: fc.option(fc.nat()),
  state: fc.option(fc.constantFrom(...STATES)),
  reason: fc.string({ maxLength: 310 }),
  doubt: fc.string({ maxLength: 42 }),
  at: instant,
})

/** The patch that an op of this type has. */
const PATCHES: Record<OpType, fc.Arbitrary<unknown>> = {
  'marathon.create': marathon,
  'marathon.update': marathonChange,
  'marathon.delete': nothing,
  'marathon.draw': nothing,
  'marathon.publish': fc.record({ results: fc.constantFrom<unknown>('', 'live', 'official') }),
  'application.create': application,
  'application.update': applicationChange,
  'application.delete': nothing,
  'application.assignBib': bib,
  'application.correct': applicationChange,
  'application.withdraw': reason,
  'application.moveUp': nothing,
  'application.walkIn': walkIn,
  'application.confirm': nothing,
  'application.claim': claim,
  'application.offer': offer,
  'application.takeOver': takeOver,
  'application.defer': defer,
  'checkIn.create': checkIn,
  'checkIn.void': taken,
  'checkIn.confirm': nothing,
  'recording.create': recording,
  'recording.void': taken,
  'recording.confirm': nothing,
  'ruling.create': ruling,
  'notice.create': notice,
  'notice.delete': nothing,
  'staff.update': staff,
  'staff.delete': nothing,
  'staff.takeOver': nothing,
}

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as unknown
/** Values that no field can have, and values that only a broken client sends as `base`. */
const mistyped = fc.oneof(
  fc.constantFrom<unknown>(
    nested(3),
    nested(1500),
    { a: { b: [1] } },
    true,
    [],
    1e308,
    -0,
    'y'.repeat(200_000),
    ' '.repeat(200_000),
  ),
  junk,
)
const base = fc.oneof(
  { weight: 6, arbitrary: fc.constant<unknown>({}) },
  { weight: 5, arbitrary: fields },
  {
    weight: 1,
    arbitrary: fc.record({ location: mistyped, phoneNumber: mistyped, nonsense: mistyped }, { requiredKeys: [] }),
  },
)

const opOf = (type: fc.Arbitrary<unknown>, patch: fc.Arbitrary<unknown>) =>
  fc.record({
    opId: fc.oneof({ weight: 9, arbitrary: fc.uuid() }, { weight: 1, arbitrary: plainId }),
    v: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: junk }),
    type,
    id: plainId,
    base,
    patch,
    at: fc.oneof(
      { weight: 9, arbitrary: fc.constant<unknown>('2027-01-01T00:00:00.000Z') },
      { weight: 1, arbitrary: junk },
    ),
  })
/** Mostly the patch of the op's type, and sometimes that of another one. */
const op = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...OP_TYPES).chain((type) => opOf(fc.constant(type), PATCHES[type])) },
  { weight: 1, arbitrary: opOf(fc.constantFrom(...OP_TYPES), fields) },
  { weight: 1, arbitrary: opOf(junk, fields) },
)
const plainOp = (type: OpType, id: fc.Arbitrary<string>, patch: fc.Arbitrary<unknown>) =>
  fc.record({
    opId: fc.uuid(),
    v: fc.constant(1),
    type: fc.constant(type),
    id,
    // What the rows below have. An update of another value is a clash.
    base: fc.constant({
      bib: null,
      location: type === 'marathon.update' ? 'Hamburg' : '',
      firstName: 'Ada',
      role: 'organiser',
    }),
    patch,
    at: fc.constant('2027-01-01T00:00:00.000Z'),
  })
const plainPatch = (type: OpType, marathonId: string, applicationId: string): fc.Arbitrary<unknown> => {
  const at = '2027-03-05T06:40:00.000Z'
  if (type === 'checkIn.create') return fc.constant({ marathonId, applicationId, at, gate: 'A' })
  if (type === 'staff.update') return fc.constant({ role: 'desk' })
  if (type === 'application.correct') return fc.record({ firstName: name })
  if (type === 'application.offer') return fc.constant({ secret })
  if (type === 'application.claim') return fc.constant({ marathonId, secret: code })
  if (type === 'application.walkIn') {
    const person = { firstName: 'Walt', lastName: 'Ink', bib: null, code, above: 0 }
    return fc.constant({ marathonId, ...person })
  }
  if (type === 'application.takeOver') {
    const from = fc.constantFrom(...Object.values(THERE.offered))
    return fc.record({ ...constants({ ...applicationFields(THERE.event), secret }), from, firstName: name })
  }
  if (type === 'application.defer') {
    return fc.constant({ marathonId: THERE.later, from: idsOf(applicationId).deferred })
  }
  if (type === 'notice.create')
    return fc.record({
      marathonId: fc.constant(marathonId),
      text: fc.constant('Start moved'),
      urgent: fc.boolean(),
      at: fc.constant(at),
    })
  if (type === 'recording.create') return fc.constant({ marathonId, at, ...CROSSING })
  if (type === 'ruling.create') return fc.constant(ruled('', marathonId).patch)
  return type === 'checkIn.void' || type === 'recording.void' ? fc.constant({ at }) : PATCHES[type]
}
/**
 * What an owner does with one event, in this order. Each of them changes a row if the others are left out, but for the
 * taking over of what the other account has made.
 */
const OWN_TYPES: OpType[] = [
  'staff.takeOver',
  'staff.update',
  'staff.delete',
  'marathon.update',
  'application.update',
  'application.assignBib',
  'application.correct',
  'application.offer',
  'application.moveUp',
  'application.walkIn',
  'application.claim',
  'application.confirm',
  'application.takeOver',
  'application.defer',
  'checkIn.create',
  'checkIn.void',
  'recording.create',
  'recording.void',
  'recording.confirm',
  'ruling.create',
  'notice.create',
  'notice.delete',
  'application.withdraw',
  'application.delete',
  'marathon.delete',
]
/** The ids of entries beside one that has this id. */
const idsOf = (id: string) => ({ waiting: `${id}-q`, atGate: `${id}-w`, deferred: `${id}-d` })
/**
 * Ops as the app sends them, so that they are decided. The first four make rows that the others may change. Then some
 * are of the request's own rows, because most of the four ids of the other requests are soon deleted.
 */
const plainOps = fc.tuple(ownId, ownId, ownId, fc.constantFrom(...STAFF)).chain(([event, entry, other, member]) => {
  const { waiting, atGate, deferred } = idsOf(entry)
  const own: Record<string, string> = {
    marathon: event,
    application: entry,
    staff: staffId(event, member),
    'application.moveUp': waiting,
    'application.walkIn': atGate,
    'application.claim': atGate,
    'application.confirm': THERE.unconfirmed,
    'application.takeOver': `${entry}-t`,
    'application.defer': `${entry}-l`,
    'recording.create': `${entry}-c`,
    'recording.void': `${entry}-c`,
    'recording.confirm': THERE.lateCrossing,
    'ruling.create': `${entry}-r`,
  }
  const apply = (id: string, fields: object) => plainOp('application.create', fc.constant(id), fc.constant(fields))
  const made = marathonFields({ handOverUntil: inDays(9), deferTo: null })
  const opOn = (id: fc.Arbitrary<string>) => (type: OpType) => plainOp(type, id, plainPatch(type, event, entry))
  return fc
    .tuple(
      plainOp(
        'marathon.create',
        fc.constant(event),
        fc.record({ ...constants(made), capacity: fc.constantFrom(1, 3) }),
      ),
      apply(entry, applicationFields(event)),
      apply(waiting, applicationFields(event, { firstName: 'Bo', waitingList: true })),
      apply(deferred, applicationFields(THERE.event, { firstName: `Di ${entry}` })),
      fc
        .tuple(...OWN_TYPES.map((type) => opOn(fc.constant(own[type] ?? own[type.split('.')[0] ?? ''] ?? other))(type)))
        .chain((own) => fc.subarray(own)),
      fc.array(fc.constantFrom(...OP_TYPES).chain(opOn(rowId)), { maxLength: 8 }),
    )
    .map(([create, first, second, third, own, ops]) => [create, first, second, third, ...own, ...ops])
})
const differentSync = (who: DrawnRequest['who']) =>
  fc.record({
    uid: fc.oneof(
      { weight: 9, arbitrary: fc.constant<unknown>(who) },
      { weight: 1, arbitrary: fc.oneof(fc.constantFrom<unknown>('olivia', 'ravi'), junk) },
    ),
    // With a cursor of another database nothing is decided, so most requests have none.
    cursor: fc.oneof(
      { weight: 8, arbitrary: fc.constant<unknown>(null) },
      { weight: 2, arbitrary: fc.oneof(fc.constantFrom<unknown>('a.0', 'a-1.5', 'x', 'a.999999999999999'), junk) },
    ),
    ops: fc.oneof({ weight: 9, arbitrary: fc.array(op, { maxLength: 6 }) }, { weight: 1, arbitrary: junk }),
  })
const sync = (who: DrawnRequest['who']) =>
  fc.oneof(fc.record({ uid: fc.constant(who), cursor: fc.constant(null), ops: plainOps }), differentSync(who))

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('sort', 'limit', 'cursor', 'email', 'x'),
      fc.oneof(
        fc.constantFrom(
          'asc',
          'desc',
          '5',
          '0',
          '1e2',
          'olivia@example.com',
          '2027-01-01T00:00:00.000Z_row-000001',
          '%',
          '%zz',
        ),
        text.map((t) => encodeURIComponent(t.toWellFormed()).slice(0, 300)),
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => (pairs.length > 0 ? `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}` : ''))

const headers = fc.record(
  {
    'Idempotency-Key': fc.oneof(fc.uuid(), fc.constantFrom('repeated-key-1', 'repeated-key-2'), ascii),
    'If-Match': fc.oneof(fc.constantFrom('"1"', '"2"', '*', 'W/"1"'), ascii),
    Accept: fc.oneof(fc.constantFrom('text/csv', '*/*'), ascii),
    'Content-Type': fc.constantFrom('text/plain', 'application/json; charset=latin1', 'APPLICATION/JSON', ''),
    'Content-Encoding': fc.constantFrom('gzip', 'br', 'identity', ''),
    Origin: fc.constantFrom('https://evil.example', 'null'),
    'Sec-Fetch-Site': fc.constantFrom('same-origin', 'cross-site', 'none'),
    Authorization: ascii.map((token) => `Bearer ${token}`),
    Cookie: ascii,
  },
  { requiredKeys: [] },
)
/** Most requests have no unusual header, so that they pass the header checks. */
const fewHeaders = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.uuid().map((key) => ({ 'Idempotency-Key': key })) },
  { weight: 1, arbitrary: headers.map((all) => Object.fromEntries(Object.entries(all).slice(0, 2))) },
)

function bodyOf(path: string, who: DrawnRequest['who']): fc.Arbitrary<string | undefined> {
  const near = path === '/sync' ? sync(who) : path.startsWith('/marathonApplication') ? application : marathon
  return fc.oneof(
    { weight: 8, arbitrary: near.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: junk.map((value) => JSON.stringify(value) ?? '') },
    { weight: 1, arbitrary: text },
  )
}

const route = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ROUTES) },
  // One call has all types of ops.
  { weight: 1, arbitrary: fc.constantFrom(...ROUTES.filter(({ path }) => path === '/sync')) },
)
const who = fc.constantFrom<DrawnRequest['who'][]>('olivia', 'olivia', 'olivia', 'ravi', 'ravi', 'nobody')

/** Requests that the routes expect, and requests that are a little different. */
export const drawnRequest: fc.Arbitrary<DrawnRequest> = fc.tuple(route, who).chain(([{ method, path, request }, who]) =>
  fc.record({
    who: fc.constant(who),
    method: fc.oneof(
      { weight: 19, arbitrary: fc.constant<string>(method) },
      { weight: 1, arbitrary: fc.constantFrom('PATCH', 'OPTIONS', 'HEAD', 'PUT', 'DELETE') },
    ),
    path: fc.tuple(id, query).map(([row, search]) => path.replaceAll(/:\w+/g, () => row) + search),
    headers: fewHeaders,
    body: request ? bodyOf(path, who) : fc.constant(undefined),
  }),
)
