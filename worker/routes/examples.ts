import { EMPTY_APPLICATION } from '../../contract/fields.ts'

const fields = {
  title: 'Harbour Ten',
  location: 'Hamburg',
  image: 'https://example.com/harbour.jpg',
  regStart: '2027-01-01T23:00:00.000Z',
  regEnd: '2027-02-28T22:59:59.999Z',
  startDate: '2027-03-05T08:00:00.000Z',
  distance: '10k',
  timeZone: 'Europe/Berlin',
}
const description = 'Flat and fast along the water.'
const person = { firstName: 'Ada', lastName: 'Lauf', phoneNumber: '+49 40 123456' }
const marathonId = '0198c0de-0000-7000-8000-000000000001'
const applicationId = '0198c0de-0000-7000-8000-000000000002'
const createdAt = '2026-12-01T09:30:00.000Z'

const publicMarathon = { _id: marathonId, ...fields }
const upcomingMarathon = { ...publicMarathon, description }
const marathon = {
  ...upcomingMarathon,
  name: 'Olivia Organiser',
  email: 'organiser@example.com',
  createdAt,
  regCount: 1,
  waitingCount: 0,
  enteredCount: 0,
  cancelled: null,
  capacity: 300,
  handOverUntil: null,
  deferTo: null,
  registration: 'first-come',
  perAccount: 10,
  commitment: null,
  seed: null,
  questions: '',
  categories: '',
  splits: '',
  results: '',
  organisedBy: 'Harbour Runners',
  imageSize: '1200x630',
  previousStart: null,
  hiddenAt: null,
  ver: 1,
}
const publicPage = {
  ...upcomingMarathon,
  cancelled: null,
  registration: 'first-come',
  organisedBy: 'Harbour Runners',
  imageSize: '1200x630',
  previousStart: null,
  results: '',
  isFull: false,
  isListed: true,
  ver: 1,
}
const application = {
  ...EMPTY_APPLICATION,
  _id: applicationId,
  marathonId,
  title: fields.title,
  startDate: fields.startDate,
  location: fields.location,
  image: fields.image,
  description,
  ...person,
  email: 'ada@example.com',
  createdAt,
  status: 'registered',
  promotedAt: null,
  bib: null,
  code: 'K7QM2F9G',
  waitingOrder: null,
  drawOrder: null,
  wantedBib: null,
  answers: '',
  hidesName: false,
  above: 0,
  ver: 1,
}
const applicationToCreate = {
  marathonId,
  title: fields.title,
  startDate: fields.startDate,
  ...person,
  email: 'ada@example.com',
}
const checkIn = {
  _id: '0198c0de-0000-7000-8000-000000000004',
  marathonId,
  applicationId,
  at: '2027-03-05T06:40:00.000Z',
  gate: 'A',
  by: 'Olivia Organiser',
  voidedAt: null,
  confirmed: true,
  ver: 1,
}
const notice = {
  _id: '0198c0de-0000-7000-8000-000000000006',
  marathonId,
  applicationId: null,
  kind: 'written',
  text: 'Parking is at Pier 7 only.',
  urgent: false,
  at: '2027-03-04T18:00:00.000Z',
  by: 'Olivia Organiser',
}
const crossingId = '0198c0de-0000-7000-8000-000000000007'
const resultFile = {
  rows: {
    splits: [],
    recordings: [
      {
        _id: crossingId,
        kind: 'crossing',
        point: 'finish',
        how: 'bib',
        clock: '0198c0de-0000-7000-8000-000000000008',
        tick: 5_400_000,
        at: '2027-03-05T08:42:10.000Z',
        bib: '7',
        accuracy: 300,
        of: null,
        voidedAt: null,
        confirmed: true,
      },
    ],
    rulings: [],
    entries: [{ id: applicationId, bib: '7', isHere: true }],
  },
  list: {
    rows: [
      {
        entry: applicationId,
        bib: '7',
        state: 'finished',
        time: null,
        place: null,
        splits: [],
        reason: '',
        recordings: [crossingId],
      },
    ],
    gun: null,
    doubts: [],
    counts: { missed: 0 },
  },
}
const digest = 'ae216c2ef5247a3782c135efa279a3e4cdc61094270f5d2be58c6204b7a612c9'
const publicResult = {
  bib: '7',
  name: 'Ada Lauf',
  sex: 'F',
  category: 'F30-39',
  state: 'finished',
  time: 2_530_000,
  place: 1,
  sexPlace: 1,
  categoryPlace: 1,
  gap: 0,
  splits: [
    ['5 km', 1_250_000],
    ['finish', 2_530_000],
  ],
}
const facts = { bib: '7', state: 'finished', splits: [], sex: 'F', category: 'F30-39' }
const publicList = {
  marathon: {
    title: marathon.title,
    location: marathon.location,
    startDate: marathon.startDate,
    timeZone: marathon.timeZone,
    distance: marathon.distance,
  },
  stamp: '42.41.40.39.38.0',
  state: 'official',
  at: '2027-03-05T12:00:00.000Z',
  gun: null,
  rows: [publicResult],
  left: 0,
  corrections: [
    {
      _id: '0198c0de-0000-7000-8000-00000000000a',
      at: '2027-03-06T09:00:00.000Z',
      by: 'Olivia Organiser',
      reason: 'The video shows it.',
      before: { ...facts, time: 2_540_000 },
      after: { ...facts, time: 2_530_000 },
    },
  ],
  leftCorrections: 0,
}
const token = 'c2FtcGxlLWludml0YXRpb24'
const draw = {
  marathonId,
  commitment: digest,
  seed: '0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20',
  places: 1,
  ids: [applicationId],
}
const vapidKey = 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo'
const pushSubscription = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABa',
  // The keys of the example in RFC 8291.
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}
const opId = '0198c0de-0000-7000-8000-000000000003'

/** The examples in the OpenAPI document. A test parses each one with its schema. */
export const EXAMPLES = {
  publicMarathon,
  upcomingMarathon,
  marathon,
  publicPage,
  application,
  marathonToCreate: { ...fields, description, capacity: 300 },
  applicationToCreate,
  invitation: { url: `https://startline.example/invitation/${token}`, expiresAt: '2027-03-05T08:00:00.000Z' },
  openInvitation: {
    _id: 'Z0yKq3cPZrN1xqQ5kX2T8mJvB4nYh6sLdWfEaUtRg7o',
    expiresAt: '2027-03-05T08:00:00.000Z',
    role: 'gate',
  },
  invited: {
    marathonId,
    title: fields.title,
    location: fields.location,
    startDate: fields.startDate,
    timeZone: fields.timeZone,
    role: 'gate',
  },
  accepted: { marathonId, role: 'gate' },
  linkedEntry: {
    kind: 'handOver',
    marathonId,
    title: fields.title,
    location: fields.location,
    startDate: fields.startDate,
    timeZone: fields.timeZone,
    until: '2027-03-01T22:59:59.999Z',
    person: null,
  },
  historyRow: {
    _id: 4711,
    at: createdAt,
    type: 'marathon.update',
    target: marathonId,
    fields: ['location', 'startDate'],
    who: 'staff',
    by: 'Oscar Organiser',
  },
  staffLast: {
    _id: '0198c0de-0000-7000-8000-000000000005',
    last: { type: 'checkIn.create', at: createdAt },
  },
  resultFile,
  differences: {
    digest,
    changes: [{ entry: applicationId, before: { ...facts, time: 2_540_000 }, after: { ...facts, time: 2_530_000 } }],
    moved: 0,
    corrections: publicList.corrections,
  },
  officialToMake: { digest, reason: '' },
  publicList,
  draw,
  pushSubscription,
  accountData: {
    uid: 'hanas-uid',
    parts: {
      account: [],
      staff: [{ marathonId, role: 'gate', name: 'Hana Helper', since: createdAt, removedAt: null }],
    },
    next: { part: 'changes', after: 4711 },
  },
  inserted: { acknowledged: true, insertedId: marathonId },
  syncRequest: {
    uid: 'adas-uid',
    cursor: null,
    ops: [
      {
        opId,
        v: 1,
        type: 'application.create',
        id: applicationId,
        base: {},
        patch: applicationToCreate,
        at: createdAt,
      },
    ],
  },
  syncResponse: {
    results: [{ opId, status: 'applied' }],
    halted: null,
    cursor: '5b0c1e2f00aa11bb.42',
    more: false,
    reset: false,
    epoch: '5b0c1e2f00aa11bb',
    bookmark: '00000a3f-00000002-00004f6b-8d02a8ea17b7a1f23c5d6e7f80912a3b',
    columns: {
      marathons: { ...marathon, _id: [marathon._id], staffFields: '', role: null },
      applications: {
        ...application,
        _id: [application._id],
        mine: true,
        isClaimed: true,
        offer: null,
        staffAnswers: '',
      },
      checkIns: { ...checkIn, _id: [checkIn._id] },
    },
    notices: [notice],
    deleted: [{ type: 'marathon', id: '0198c0de-0000-7000-8000-000000000009', at: '2027-01-04T08:00:00.000Z' }],
    serverTime: '2027-01-05T08:00:00.000Z',
    minVersion: 1,
  },
  mail: { address: 'ada@example.com', verified: true, wants: 'all', ended: null },
  config: {
    firebase: { apiKey: 'public-key', authDomain: 'startline.firebaseapp.com', projectId: 'startline' },
    emulatorHost: null,
    vapidKey,
    mail: true,
  },
}
