import { type How, NO_RULING, type Ruling } from '../../contract/results/recording.ts'
import type { RecordingFields, RulingFields } from '../../contract/results/recording-schema.ts'
import { may } from '../../contract/roles.ts'
import { ownedId } from '../../contract/text/owned-id.ts'
import { newRowId } from '../../web/store/new-id.ts'
import { enqueueOps } from '../../web/store/outbox.ts'
import { readRecorded, record, rule, voidRecording } from '../../web/store/rows/recordings.ts'
import { BIBS } from './fields.ts'
import { helpedAt } from './race-day.ts'
import { at, iso, type Kinds, type Sight, type Target } from './sight.ts'

/** What is recorded at points, and ruled. */
export const FINISH_EDITS = {
  'record.tap': (sight) => crossing(sight, timedAt(sight), 'tap', null),
  'record.bib': (sight) => crossing(sight, timedAt(sight), 'bib', bibOf(sight)),
  'record.order': (sight) => crossing(sight, timedAt(sight), 'order', bibOf(sight)),
  'record.gun': (sight) => recordOne(sight, timedAt(sight), { kind: 'gun', point: 'start' }),
  'record.retired': (sight) => recordOne(sight, timedAt(sight), { kind: 'retired', bib: bibOf(sight) }),
  'record.clock': (sight) => recordOne(sight, timedAt(sight), { kind: 'clock', accuracy: 5 * sight.b }),
  'record.later bib': (sight) => laterBib(sight, timedAt(sight)),
  'record.void': (sight) => takeBack(sight, timedAt(sight)),
  'record.confirm': (sight) => confirm(sight, timedAt(sight)),
  rule: (sight) => ruleOne(sight, timedAt(sight)),
  'rule.undo': (sight) => undo(sight, timedAt(sight)),
  // Only a broken or hostile client sends these.
  'record.foreign': async ({ db, now, a, b, world }) => {
    const { marathons, recordings } = world.oracle.tables
    const [event, row, id] = [at(marathons, a), at(recordings, b), newRowId(db)]
    if (!event) return
    const [marathonId, other] = [String(event.id), row ? String(row.id) : null]
    const fields = { ...NO_RECORDING, marathonId, point: 'finish', at: iso(now), clock: 'clock-0001', tick: b }
    if (b % 3 === 0) await record(db, fields, b % 2 === 0 && other ? other : id)
    else if (other && b % 3 === 1) await voidRecording(db, other, iso(now))
    else if (other) await rule(db, [{ ...NO_RULING, marathonId, kind: 'gun', recordingId: other, at: iso(now) }])
  },
  'newest.record': (sight) =>
    crossing(sight, sight.newest, at(['tap', 'bib', 'order'] as const, sight.a) ?? 'tap', bibOf(sight)),
  'newest.gun': (sight) => recordOne(sight, sight.newest, { kind: 'gun', point: 'start' }),
  'newest.take back': (sight) => takeBack(sight, sight.newest),
  'newest.confirm recording': (sight) => confirm(sight, sight.newest),
  'newest.rule': (sight) => ruleOne(sight, sight.newest),
  'newest.undo': (sight) => undo(sight, sight.newest),
  'newest.cancel': ({ db, newest }) =>
    newest &&
    enqueueOps(db, [
      { type: 'marathon.update', id: newest._id, patch: { cancelled: 'Storm.' }, base: { cancelled: null } },
    ]),
} satisfies Kinds

const NO_RECORDING = { kind: 'crossing', how: 'tap', bib: null, accuracy: null, of: null } as const

const bibOf = ({ b, n }: Sight) => at(BIBS, b + n) ?? '1'

/** A marathon where the user times, or, seldom, one where the server will not have it. */
function timedAt(sight: Sight): Target {
  const timed = sight.marathons.filter(({ role }) => may(role, 'time'))
  return timed.length === 0 || sight.n % 7 === 0 ? helpedAt(sight) : at(timed, sight.a)
}

/** What the phone records at an event. It has a clock of its own, which goes on whatever the date does. */
async function recordOne({ device, db, n, a, now }: Sight, event: Target, fields: Partial<RecordingFields>) {
  if (!event || event.role === null) return
  const when = {
    at: iso(now),
    tick: n * 1000 + (a % 3) * 40,
    clock: `${device.name}_${ownedId('01a3fe63-0800-7466-8553-a5c30b9885fa', n % 11 === 0 ? 'nobody' : device.uid)}`,
  }
  await record(db, { ...NO_RECORDING, marathonId: event._id, point: 'finish', ...when, ...fields })
}

function crossing(sight: Sight, event: Target, how: How, bib: string | null) {
  return recordOne(sight, event, { how, bib: how === 'tap' ? null : bib })
}

async function seenAt({ db, author }: Sight, event: Target) {
  return event ? readRecorded(db, author, event._id) : { recordings: [], rulings: [] }
}

async function laterBib(sight: Sight, event: Target) {
  const { recordings } = await seenAt(sight, event)
  const one = at(
    recordings.filter(({ kind }) => kind === 'crossing'),
    sight.b,
  )
  if (one) await recordOne(sight, event, { kind: 'bib', of: one._id, bib: bibOf(sight) })
}

async function takeBack(sight: Sight, event: Target) {
  const one = at((await seenAt(sight, event)).recordings, sight.b)
  if (one) await voidRecording(sight.db, one._id, iso(sight.now))
}

async function confirm(sight: Sight, event: Target) {
  const unsure = (await seenAt(sight, event)).recordings.filter(({ confirmed }) => !confirmed || sight.n % 9 === 0)
  const one = at(unsure, sight.b)
  if (one) await enqueueOps(sight.db, [{ type: 'recording.confirm', id: one._id }])
}

async function ruleOne(sight: Sight, event: Target) {
  const { n, b, now } = sight
  const { recordings } = await seenAt(sight, event)
  if (!event) return
  const recordingId = at(recordings, n)?._id ?? null
  const bib = bibOf(sight)
  const kinds: { [K in Ruling['kind'] | 'start']: Partial<RulingFields> | null } = {
    bib: recordingId === null ? null : { recordingId, bib: n % 4 === 0 ? '' : bib },
    gun: recordingId === null ? null : { recordingId },
    time: { bib, point: 'finish', ...[{}, { time: iso(now) }, { since: n * 1000 }][n % 3] },
    state: {
      bib,
      state: at([null, 'notStarted', 'retired', 'disqualified'] as const, n) ?? null,
      reason: `Because ${n}.`,
    },
    seen: { doubt: `double:${n}` },
    start: { time: n % 2 === 0 ? iso(now) : null },
  }
  const kind = at(Object.keys(kinds) as (keyof typeof kinds)[], b) ?? 'start'
  const fields = kinds[kind]
  if (fields) await rule(sight.db, [{ ...NO_RULING, marathonId: event._id, kind, at: iso(now), ...fields }])
}

async function undo(sight: Sight, event: Target) {
  const one = at((await seenAt(sight, event)).rulings, sight.b)
  if (!one || !event) return
  await rule(sight.db, [{ ...NO_RULING, marathonId: event._id, kind: 'undo', rulingId: one._id, at: iso(sight.now) }])
}
