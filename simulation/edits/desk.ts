import { aboveCapacity } from '../../contract/places.ts'
import { helps, organises } from '../../contract/roles.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { newRowId } from '../../web/store/new-id.ts'
import { changedFields, enqueueOps } from '../../web/store/outbox.ts'
import type { ApplicationView } from '../../web/store/overlay.ts'
import { readEntrants } from '../../web/testing/plain-store.ts'
import { answersTo } from './asked.ts'
import { BIBS, isNamesake, NAMES } from './fields.ts'
import { helpedAt } from './race-day.ts'
import { at, type Kinds, type Sight, type Target } from './sight.ts'

/** What staff do with the entries of others. */
export const DESK_EDITS = {
  'entry.correct': async (sight) => correct(sight, await entrantAt(sight)),
  'entry.withdraw': async (sight) => withdraw(sight, await entrantAt(sight)),
  // Mostly somebody who waits.
  'entry.move up': async (sight) => {
    const entrants = await entrantsAt(sight.db, sight.marathon)
    const waiting = entrants.filter(({ status }) => status === 'waiting' || sight.n % 9 === 0)
    await moveUp(sight, at(waiting, sight.b))
  },
  'entry.confirm': async (sight) => {
    const entrants = await entrantsAt(sight.db, sight.marathon)
    await confirm(
      sight,
      at(
        entrants.filter(({ status }) => status === 'unconfirmed' || sight.n % 9 === 0),
        sight.b,
      ),
    )
  },
  'walk-in': (sight) => walkIn(sight, helpedAt(sight)),
  'bib.hand out': async (sight) => handOut(sight, await entrantAt(sight)),
  'newest.walk-in': (sight) => walkIn(sight, sight.newest),
  'newest.hand out': async (sight) => handOut(sight, at(await entrantsAt(sight.db, sight.newest), sight.a)),
  'newest.correct': async (sight) => correct(sight, at(await entrantsAt(sight.db, sight.newest), sight.a)),
  'newest.withdraw': async (sight) => withdraw(sight, at(await entrantsAt(sight.db, sight.newest), sight.a)),
  'newest.move up': async (sight) => {
    const entrants = await entrantsAt(sight.db, sight.newest)
    const waiting = entrants.filter(({ status }) => status === 'waiting')
    await moveUp(sight, at(waiting, sight.a))
  },
  'newest.confirm': async (sight) => {
    const entrants = await entrantsAt(sight.db, sight.newest)
    await confirm(
      sight,
      at(
        entrants.filter(({ status }) => status === 'unconfirmed'),
        sight.a,
      ),
    )
  },
} satisfies Kinds

/** The entrants that the user sees as staff of a marathon. */
export async function entrantsAt(db: Sight['db'], target: Target): Promise<ApplicationView[]> {
  return organises(target) || helps(target) ? readEntrants(db, target._id) : []
}

async function entrantAt(sight: Sight) {
  return at(await entrantsAt(sight.db, helpedAt(sight)), sight.b)
}

/** Corrects one or two fields. A helper sees, and mostly corrects, names alone. */
async function correct({ db, n, a, b }: Sight, entrant: ApplicationView | undefined) {
  if (!entrant) return
  const isSeen = entrant.phoneNumber !== undefined
  const name = { firstName: at(NAMES, a) ?? 'Di', ...isNamesake(n) }
  const patch =
    at(
      [
        name,
        { lastName: `Lauf ${n}` },
        // It is the runner's word where the entry has an account.
        ...(entrant.isClaimed && n % 5 !== 0 ? [] : [{ hidesName: !entrant.hidesName }]),
        ...(isSeen || n % 5 === 0
          ? [{ phoneNumber: `12345 ${n}` }, { email: `e${n}@example.com`, additionalInfo: `Info ${n} ` }]
          : []),
      ],
      b,
    ) ?? name
  const { namesake, ...fields } = patch as typeof name
  const change = changedFields(entrant, fields)
  if (!change) return
  const { base } = change
  await enqueueOps(db, [
    {
      type: 'application.correct',
      id: entrant._id,
      base,
      patch: { ...change.patch, ...(namesake ? { namesake } : {}) },
    },
  ])
}

async function withdraw({ db, n }: Sight, entrant: ApplicationView | undefined) {
  if (!entrant) return
  const base = entrant.status === 'waiting' ? { status: 'waiting' } : {}
  const reason = n % 7 === 6 ? ' ' : `Reason ${n} `
  await enqueueOps(db, [{ type: 'application.withdraw', id: entrant._id, base, patch: { reason } }])
}

async function moveUp({ db }: Sight, entrant: ApplicationView | undefined) {
  if (entrant) await enqueueOps(db, [{ type: 'application.moveUp', id: entrant._id }])
}

async function confirm({ db }: Sight, entrant: ApplicationView | undefined) {
  if (entrant) await enqueueOps(db, [{ type: 'application.confirm', id: entrant._id }])
}

/** Gives an entrant a bib at the table. */
async function handOut({ db, n, b }: Sight, entrant: ApplicationView | undefined) {
  if (!entrant) return
  const patch = { bib: at(BIBS, n + b) ?? null, isHandedOut: true }
  await enqueueOps(db, [{ type: 'application.assignBib', id: entrant._id, base: { bib: entrant.bib }, patch }])
}

/** Enters somebody at the gate, seldom with the code of another entry. */
async function walkIn({ db, n, a, b, now }: Sight, target: Target) {
  if (!target) return
  const entrants = n % 5 === 0 ? await entrantsAt(db, target) : []
  const patch = {
    marathonId: target._id,
    firstName: at(NAMES, b) ?? 'Di',
    lastName: n % 11 === 10 ? ' ' : 'Gate',
    bib: n % 3 === 0 ? null : (at(BIBS, a + b) ?? null),
    ...(n % 4 === 0 && { hidesName: true }),
    code: entrants[0]?.code || newEntryCode(),
    above: aboveCapacity({ ...target, regCount: target.regCount + 1 }),
    ...answersTo(target, n, now),
  }
  await enqueueOps(db, [{ type: 'application.walkIn', id: newRowId(db), patch }])
}
