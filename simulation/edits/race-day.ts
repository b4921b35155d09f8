import { helps, organises } from '../../contract/roles.ts'
import {
  checkIn,
  confirmCheckIns,
  readCheckInsOf,
  readUnconfirmed,
  voidCheckIn,
} from '../../web/store/rows/check-ins.ts'
import { assignBibs } from '../../web/store/rows/many/assign-bibs.ts'
import { readEntrants } from '../../web/testing/plain-store.ts'
import { BIBS, GATES } from './fields.ts'
import { at, type Kinds, type Sight, type Target } from './sight.ts'

/** Bibs and check-ins. */
export const RACE_DAY_EDITS = {
  'newest.bib': (sight) => giveBib(sight, sight.newest, sight.a, BIBS[0]),
  'newest.no bib': (sight) => giveBib(sight, sight.newest, sight.a, null),
  'bib.give': (sight) => giveBib(sight, sight.marathon, sight.b, at(BIBS, sight.a + sight.b) ?? null),
  'bib.take': (sight) => giveBib(sight, sight.marathon, sight.b, null),
  'bib.swap': async ({ db, marathon, b }) => {
    const entrants = organises(marathon) ? await readEntrants(db, marathon._id) : []
    const [one, other] = [at(entrants, b), at(entrants, b + 1)]
    if (!one || !other || one === other) return
    await assignBibs(db, [
      { application: one, bib: other.bib },
      { application: other, bib: one.bib },
    ])
  },
  scan: (sight) => scan(sight, helpedAt(sight), [0]),
  'scan twice': (sight) => scan(sight, helpedAt(sight), [0, 1000]),
  'scan.void': async ({ db, author, marathon, now, b }) => {
    const entrants = marathon ? await readEntrants(db, marathon._id) : []
    const ids = entrants.map(({ _id }) => _id)
    const scanned = at([...(await readCheckInsOf(db, author, ids)).values()].flat(), b)
    if (scanned) await voidCheckIn(db, scanned._id, now)
  },
  // An application to another marathon, or a marathon of somebody else.
  'scan.foreign': ({ db, marathons, applications, a, b, now }) => {
    const [event, entry] = [at(marathons, a), at(applications, b)]
    return event && entry && checkIn(db, { marathonId: event._id, applicationId: entry._id, gate: 'A' }, now)
  },
  'newest.scan': (sight) => scan(sight, sight.newest, [0]),
  'scan.confirm': async ({ db, author, marathon }) => {
    const [unconfirmed] = marathon ? await readUnconfirmed(db, author, marathon._id) : []
    if (unconfirmed) await confirmCheckIns(db, [unconfirmed.checkIn._id])
  },
} satisfies Kinds

async function giveBib({ db }: Sight, target: Target, which: number, bib: string | null) {
  const application = organises(target) ? at(await readEntrants(db, target._id), which) : undefined
  if (application) await assignBibs(db, [{ application, bib }])
}

export const helpedAt = ({ marathons, marathon, a }: Sight) => {
  const helped = marathons.filter((row) => helps(row))
  return at(helped, a) ?? marathon
}

/** Scans an entrant, once at each of these times after now. */
async function scan({ db, a, b, now }: Sight, event: Target, later: number[]) {
  const entrant = organises(event) || helps(event) ? at(await readEntrants(db, event._id), b) : undefined
  if (!event || !entrant) return
  const scanned = { marathonId: event._id, applicationId: entrant._id, gate: at(GATES, a + b) ?? '' }
  for (const ms of later) await checkIn(db, scanned, now + ms)
}
