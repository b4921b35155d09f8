import { env } from 'cloudflare:workers'
import type { Question, StaffField } from '../../contract/questions/questions.ts'
import { NO_RULING } from '../../contract/results/recording.ts'
import type { Op } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { type Scene, setScene } from './calls.ts'
import { emulatorToken, TestClient } from './client.ts'
import { applicationFields, CROSSING, inDays, marathonFields, newId, op } from './rows.ts'

/** Everybody who has to do with an event, or nothing. `removed` was at a gate; a visitor has no session. */
export const PLAYERS = [
  'owner',
  'organiser',
  'desk',
  'gate',
  'timer',
  'runner',
  'removed',
  'stranger',
  'visitor',
] as const
export type Player = (typeof PLAYERS)[number]
export type Cast = Record<Player | 'another', TestClient>

/** What nobody but the runner, the owner and organisers may read of an entry. */
export const CONTACTS = {
  "the runner's entry": [
    '+49 177 1111111',
    'The runner has asthma.',
    '+49 177 3333333',
    '+49 177 4444444',
    'The runner has diabetes.',
    'The fee is paid.',
  ],
  'another entry': ['+49 177 2222222', 'another-reads@example.com', 'The other one has asthma.'],
  'an entry without account': ['+49 177 5555555'],
}
/** The runner's answer to what only the organiser asks, and what staff note and do not show the runner. */
export const ANSWER = 'The runner has diabetes.'
export const NOTES = ['The runner was late last year.', 'Remarks']

/** What is asked, and what staff note. Staff see who signed the waiver. */
const QUESTIONS: Question[] = [
  { id: 'health', kind: 'text', label: 'Health', isRequired: false, staffSees: false },
  {
    id: 'waiver',
    kind: 'waiver',
    label: 'Waiver',
    isRequired: false,
    staffSees: true,
    text: 'At my own risk.',
    version: 1,
  },
]
const STAFF_FIELDS: StaffField[] = [
  { id: 'shown0', label: 'Fee', isShown: true },
  { id: 'note00', label: 'Remarks', isShown: false },
]
const ASKED = { questions: JSON.stringify(QUESTIONS), staffFields: JSON.stringify(STAFF_FIELDS) }

/** The entry code of the entry without account, and the secret with which the runner offers a place. */
export const CODE = 'KAAAAAA5'
export const SECRET = 'A'.repeat(22)

/** The scene of the sample calls, and what happened in it since the phones' first pull. */
export interface Play extends Scene {
  /** What each row is, by its id. */
  rows: Map<string, string>
  /** Where each phone stood before anything happened. */
  cursors: Map<Player, string | null>
  /** The row of staff of each one at the event. Who is not staff has an id that no row has. */
  staff: Record<Player, string>
  noticeId: string
  checkInId: string
  unconfirmedId: string
  /** A crossing that the timer recorded, one that waits for the organiser, and what the organiser ruled. */
  crossingId: string
  lateCrossingId: string
  rulingId: string
  /** An entry without account, and one that waits for the organiser. */
  walkInId: string
  lateId: string
  /** The runner offers this one, and waits for a place with that one. */
  offeredId: string
  waitingId: string
}

/** Signs everybody in. Names and addresses do not tell the uid, so that a test can look for uids in responses. */
export async function signInCast(): Promise<Cast> {
  const names = [...PLAYERS, 'another'] as const
  const clients = names.map(async (name) => {
    const client = new TestClient(name === 'visitor' ? '' : `uid-${crypto.randomUUID()}`)
    if (name === 'visitor') return client
    const claims = { name: `The ${name}`, email: `the-${name}@example.com`, email_verified: true }
    const headers = { Authorization: `Bearer ${emulatorToken(client.uid, claims)}`, 'CF-Connecting-IP': newId('ip') }
    const response = await client.call('POST', '/jwt', { email: claims.email }, headers)
    client.cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    return client
  })
  const signedIn = await Promise.all(clients)
  return Object.fromEntries(names.map((name, at) => [name, signedIn[at]])) as Cast
}

/** Sets the scene, and lets things happen in it. */
export async function play(cast: Cast): Promise<Play> {
  const { owner, organiser, desk, runner, gate, timer, another, removed } = cast
  const scene = await setScene(owner, runner)
  const { marathonId, applicationId, ballotId } = scene
  const [full, walkInId, lateId] = [newId('marathon'), newId('walk-in'), newId('walk-in')]
  const [offeredId, waitingId, withdrawn, handedOn, taken] = Array.from({ length: 5 }, () => newId('row')) as Five
  const first = newId('row')
  const [crossingId, lateCrossingId, rulingId] = [newId('crossing'), newId('crossing'), newId('ruling')]
  await applied(owner, [op('marathon.create', full, marathonFields({ capacity: 1 }))])
  for (const id of [marathonId, ballotId, full]) await hire(cast, id)
  for (const id of [ballotId, full]) await remove(removed, id)
  const others = Array.from({ length: 6 }, () => newId('row'))
  const [entry, second, left, early, told, untold] = others as [...Five, string]
  const [checkInId, unconfirmedId, open] = [newId('check-in'), newId('check-in'), newId('marathon')]
  const [phoneNumber, additionalInfo, corrected, wanted, answer, fee] = CONTACTS["the runner's entry"] as [
    ...Five,
    string,
  ]
  const [ofWalkIn = ''] = CONTACTS['an entry without account']
  const [phone, email, info] = CONTACTS['another entry'] as [string, string, string]
  const person = applicationFields(marathonId, { phoneNumber: phone, email, additionalInfo: info })
  const notice = { marathonId, text: 'Parking is at Pier 7.', urgent: false, at: inDays(-1) }
  await applied(another, [
    op('application.create', entry, person),
    op('application.create', left, { ...person, firstName: 'Cyd' }),
    op('marathon.create', open, marathonFields()),
  ])
  const enter = (id: string, firstName: string, at = marathonId) =>
    op('application.create', id, applicationFields(at, { firstName, waitingList: true }))
  await applied(runner, [
    enter(early, 'Eve'),
    op('application.delete', early),
    enter(offeredId, 'Ola'),
    enter(withdrawn, 'Wil'),
    enter(handedOn, 'Hal'),
  ])
  await applied(owner, [
    op('notice.create', untold, notice),
    op('marathon.update', marathonId, { handOverUntil: inDays(9), deferTo: ballotId, ...ASKED }, NOTHING),
  ])
  await applied(another, [enter(first, 'Ann', full)])
  const cursors = new Map<Player, string | null>()
  for (const name of PLAYERS) if (name !== 'visitor') cursors.set(name, (await cast[name].sync()).cursor)

  await applied(runner, [
    op('application.update', applicationId, { phoneNumber, additionalInfo, 'answers.health': answer }, THEIRS),
  ])
  await applied(desk, [walkIn(walkInId, marathonId, CODE)])
  const call = (value: string, before: string) =>
    op('application.correct', applicationId, { phoneNumber: value }, { phoneNumber: before })
  await applied(organiser, [
    call(corrected, phoneNumber),
    op('application.correct', applicationId, { 'staff.shown0': fee, 'staff.note00': NOTES[0] }),
    op('application.correct', walkInId, { phoneNumber: ofWalkIn }, { phoneNumber: '' }),
  ])
  // Each side changes what the other one has changed.
  await organiser.sync({ ops: [call(wanted, phoneNumber)] })
  await runner.sync({ ops: [op('application.update', applicationId, { phoneNumber: wanted }, { phoneNumber })] })
  await applied(owner, [op('application.withdraw', withdrawn, { reason: 'Injured.' }, {})])
  await applied(runner, [offer(offeredId), offer(handedOn), enter(waitingId, 'Wim', full)])
  const taking = { ...person, firstName: 'Tea', from: handedOn, secret: SECRET }
  await applied(another, [op('application.takeOver', taken, taking)])
  await applied(owner, [
    op('application.moveUp', waitingId),
    op('notice.create', told, notice),
    op('notice.delete', untold),
    op('marathon.update', marathonId, { startDate: inDays(30), capacity: 6 }, await startOf(owner, marathonId)),
  ])
  await applied(runner, [enter(second, 'Rita')])
  await applied(another, [
    op('application.delete', left),
    op('application.update', entry, { lastName: 'Byron' }, { lastName: 'Lauf' }),
    op('marathon.delete', open),
  ])
  await applied(owner, [op('marathon.update', marathonId, { capacity: 9 }, { capacity: 6 })])
  const scan = { marathonId, applicationId, gate: 'A', at: inDays(-0.1) }
  await applied(gate, [op('checkIn.create', checkInId, scan)])
  await applied(timer, [crossing(crossingId, marathonId)])
  await gate.sync({ ops: [crossing(lateCrossingId, marathonId)] })
  await applied(organiser, [ruling(rulingId, marathonId)])
  await remove(removed, marathonId)
  await removed.sync({ ops: [op('checkIn.create', unconfirmedId, scan), walkIn(lateId, marathonId, newEntryCode())] })
  const staffAt = (id: string) => PLAYERS.map((name) => [name, name === 'owner' ? id : `${name}-${id}`] as const)
  const staff = Object.fromEntries(staffAt(marathonId)) as Record<Player, string>
  await tellAgain(marathonId)
  await env.DB.batch([
    env.DB.prepare('UPDATE clock SET seq = seq + 1'),
    env.DB.prepare(
      `INSERT INTO result SELECT id, marathon_id, owner_uid, title, start_date, 'UTC', '10k', '7', 'Ada Lauf', 0, '', '',
        'finished', 1800000, 1, NULL, NULL, 1, '[]', '', created_at, 1, (SELECT seq FROM clock)
      FROM application WHERE id = ?`,
    ).bind(applicationId),
  ])
  const atEvents = [marathonId, ballotId, full]
  const rows = new Map([
    [`staff ${scene.helperId}`, 'the helper'],
    ...atEvents.flatMap(staffAt).map(([name, id]) => [`staff ${id}`, name] as const),
    [`gone ${staff.removed}`, 'the end of a row of staff'],
    [marathonId, 'the event'],
    [applicationId, "the runner's entry"],
    [`result ${applicationId}`, 'the own result'],
    [second, "the runner's entry"],
    [offeredId, "the runner's entry"],
    [waitingId, "the runner's entry"],
    [entry, 'another entry'],
    [taken, 'another entry'],
    [first, 'another entry'],
    [walkInId, 'an entry without account'],
    [lateId, 'an entry without account'],
    [checkInId, 'a check-in of the runner'],
    [unconfirmedId, 'an unconfirmed check-in'],
    [scene.gunId, 'a start gun'],
    [crossingId, 'a crossing'],
    [lateCrossingId, 'an unconfirmed crossing'],
    [rulingId, 'a ruling'],
    [told, 'a notice that was written'],
    [`gone ${left}`, 'the end of another entry'],
    [`gone ${withdrawn}`, 'the end of a withdrawn entry'],
    [`gone ${handedOn}`, 'the end of an entry that was handed on'],
    [`gone ${untold}`, 'the end of a notice'],
    [`gone ${open}`, 'the end of an open event'],
    [`gone ${marathonId}`, 'the end of the role'],
  ])
  const own = `SELECT id, kind, to_uid AS "to" FROM notice WHERE marathon_id IN (?, ?, ?) AND kind <> 'written'`
  const { results } = await env.DB.prepare(own)
    .bind(...atEvents)
    .all<Record<'id' | 'kind' | 'to', string>>()
  for (const { id, kind, to } of results) {
    const [whose] = PLAYERS.filter((name) => cast[name].uid === to)
    rows.set(id, whose ? `a notice to the ${whose}: ${kind}` : 'a notice of a change')
  }
  const ofPoints = { crossingId, lateCrossingId, rulingId }
  const ids = { ...ofPoints, noticeId: told, checkInId, unconfirmedId, walkInId, lateId, offeredId, waitingId }
  return { ...scene, staff, rows, cursors, ...ids }
}

type Five = [string, string, string, string, string]

const offer = (id: string) => op('application.offer', id, { secret: SECRET })
/** An entry at the gate. */
export const walkIn = (id: string, marathonId: string, code: string) =>
  op('application.walkIn', id, { marathonId, firstName: 'Walt', lastName: 'Ink', bib: null, code, above: 0 })

/** A crossing of the finish, and a ruling about a bib. */
export const crossing = (id: string, marathonId: string) =>
  op('recording.create', id, { marathonId, at: inDays(-0.1), ...CROSSING })
export const ruling = (id: string, marathonId: string) =>
  op('ruling.create', id, {
    ...{ ...NO_RULING, marathonId, kind: 'state', bib: '7', state: 'disqualified' },
    ...{ reason: 'Took the tram.', at: inDays(-0.1) },
  })

/** What the sample's event lets runners do with their places, and what it asks. */
const NOTHING = { handOverUntil: null, deferTo: null, questions: '', staffFields: '' }

/** What the sample's application has where the runner changes it. */
const THEIRS = { phoneNumber: '+49 40 123456', additionalInfo: '' }

async function startOf(owner: TestClient, id: string) {
  const { startDate, capacity } = await (await owner.call('GET', `/marathons/${id}`)).json<Record<string, unknown>>()
  return { startDate, capacity }
}

async function applied(client: TestClient, ops: Op[]) {
  const { results } = await client.sync({ ops })
  const failed = results.find(({ status, conflicts }) => status !== 'applied' || conflicts)
  if (failed) throw new Error(JSON.stringify(failed))
}

/** Gives everybody the role of the name at a marathon, which is offered to the organiser. */
async function hire(cast: Cast, marathonId: string) {
  const staff = ['organiser', 'desk', 'gate', 'timer', 'removed'] as const
  await env.DB.batch(
    staff.flatMap((name) => [
      env.DB.prepare('UPDATE clock SET seq = seq + 1'),
      env.DB.prepare(
        `INSERT INTO staff (marathon_id, uid, role, id, name, since, offered_at, seq, view_seq)
          SELECT ?1, ?2, ?3, ?4, ?5, ?6, iif(?3 = 'organiser', ?6, NULL), seq, seq FROM clock`,
      ).bind(
        marathonId,
        cast[name].uid,
        name === 'removed' ? 'gate' : name,
        `${name}-${marathonId}`,
        `The ${name}`,
        inDays(-2),
      ),
    ]),
  )
}

/** Gives each row of staff that is there a new seq. */
async function tellAgain(marathonId: string) {
  const { results } = await env.DB.prepare('SELECT id FROM staff WHERE marathon_id = ? AND removed_at IS NULL')
    .bind(marathonId)
    .all<{ id: string }>()
  await env.DB.batch(
    results.flatMap(({ id }) => [
      env.DB.prepare('UPDATE clock SET seq = seq + 1'),
      env.DB.prepare('UPDATE staff SET seq = (SELECT seq FROM clock) WHERE id = ?').bind(id),
    ]),
  )
}

/** The account was removed, and had come with an invitation. */
async function remove({ uid }: TestClient, marathonId: string) {
  await env.DB.batch([
    env.DB.prepare('UPDATE clock SET seq = seq + 1'),
    env.DB.prepare(
      'UPDATE staff SET removed_at = ?1, seq = (SELECT seq FROM clock) WHERE marathon_id = ?2 AND uid = ?3',
    ).bind(inDays(0), marathonId, uid),
    env.DB.prepare(
      "INSERT INTO invitation (token_hash, marathon_id, expires_at, role, by_uid, used_by) VALUES (?1, ?2, ?3, 'gate', '', ?4)",
    ).bind(newId('hash'), marathonId, inDays(5), uid),
  ])
}
