import { DAY_MS } from '../../contract/limits.ts'
import { organises } from '../../contract/roles.ts'
import type { Op } from '../../contract/sync.ts'
import { newRowId } from '../../web/store/new-id.ts'
import { enqueueOps } from '../../web/store/outbox.ts'
import { updateMarathon } from '../../web/store/rows/marathons.ts'
import { newApplicationFields } from './fields.ts'
import { at, iso, type Kinds, type Sight, type Target } from './sight.ts'

/** How a place comes to another account, or to another marathon. The links go from phone to phone: `oracle.book` has them. */
export const HAND_OVER_EDITS = {
  'event.hand over': (sight) => openHandOver(sight, sight.marathon),
  'event.defer to': (sight) => openDeferring(sight, sight.marathon),
  'entry.offer': (sight) => offer(sight, at(sight.applications, sight.a)),
  'entry.take over': (sight) => takeOver(sight, () => true),
  'entry.claim': (sight) => claim(sight, () => true),
  'entry.defer': (sight) => {
    const open = sight.applications.filter(({ marathonId }) => targetOf(sight, marathonId))
    return defer(sight, at(open.length > 0 ? open : sight.applications, sight.a))
  },
  'newest.hand over': (sight) => openHandOver(sight, sight.newest),
  'newest.defer to': (sight) => openDeferring(sight, sight.newest),
  'newest.offer': (sight) => offer(sight, ofNewest(sight)),
  'newest.take over': (sight) => takeOver(sight, (marathonId) => marathonId === sight.newest?._id),
  'newest.claim': (sight) => claim(sight, (marathonId) => marathonId === sight.newest?._id),
  'newest.defer': (sight) => defer(sight, ofNewest(sight)),
} satisfies Kinds

const ofNewest = ({ applications, newest }: Sight) => applications.find((row) => row.marathonId === newest?._id)
/** To which marathon places are deferred, as the phone knows it. */
const targetOf = ({ marathons }: Sight, id: string) => marathons.find((row) => row._id === id)?.deferTo

/** Lets places be handed on until some days ahead, seldom not at all. */
async function openHandOver({ db, n, now }: Sight, target: Target) {
  const handOverUntil = n % 6 === 5 ? null : iso(now + (n % 6 === 4 ? -1 : 30) * DAY_MS)
  if (organises(target)) await updateMarathon(db, target, { handOverUntil })
}

/** Lets places be deferred to another marathon, mostly one that the user organises too. */
async function openDeferring({ db, own, marathons, n, a, b }: Sight, target: Target) {
  if (!organises(target)) return
  const others = (n % 7 === 6 ? marathons : own).filter(({ _id }) => _id !== target._id)
  const deferTo = n % 8 === 7 ? null : (at(others, a + b)?._id ?? null)
  await updateMarathon(db, target, { deferTo })
}

/** Offers the place to who has the link, or takes an offer back. */
async function offer({ db, n, b }: Sight, entry: Sight['applications'][number] | undefined) {
  if (!entry) return
  const secret = entry.offer !== null && b % 3 === 0 ? null : String(n).padStart(22, 'A')
  await enqueueOps(db, [{ type: 'application.offer', id: entry._id, base: { offer: entry.offer }, patch: { secret } }])
}

/** The ops of a type that anybody made, the newest first. */
function made({ world }: Sight, type: Op['type']): Op[] {
  return [...world.oracle.book.values()].flatMap(({ op }) => (op.type === type ? [op] : [])).reverse()
}

/** Takes an offered place over, mostly the one that was offered last. */
async function takeOver(sight: Sight, isAt: (marathonId: string) => boolean) {
  const { db, marathons, world, n, a, b } = sight
  const offers = made(sight, 'application.offer').flatMap(({ id, patch: { secret } }) => {
    const marathonId = world.oracle.owners.get(`application:${id}`)?.marathon
    return secret && marathonId && isAt(marathonId) ? [{ from: id, secret: String(secret), marathonId }] : []
  })
  const link = at(offers, n % 3 === 0 ? a : 0)
  if (!link) return
  const known = marathons.find(({ _id }) => _id === link.marathonId)
  const target = known ?? { _id: link.marathonId, title: 'As the link says', startDate: iso(sight.now) }
  const patch = { ...newApplicationFields(target, n, b, '', sight.now), from: link.from, secret: link.secret }
  await enqueueOps(db, [{ type: 'application.takeOver', id: newRowId(db), patch }])
}

/** Claims an entry by the code that a desk shows, seldom by a wrong one. */
async function claim(sight: Sight, isAt: (marathonId: string) => boolean) {
  const { db, n, a } = sight
  const shown = made(sight, 'application.walkIn').filter(({ patch }) => isAt(String(patch.marathonId)))
  const op = at(shown, n % 2 === 0 ? a : 0)
  if (!op) return
  const other = shown.find(({ patch }) => patch.code !== op.patch.code) ?? op
  const secret = String((n % 9 === 8 ? other : op).patch.code)
  const patch = { marathonId: String(op.patch.marathonId), secret }
  await enqueueOps(db, [{ type: 'application.claim', id: op.id, patch }])
}

/** Defers a place to where the organiser lets it go, or to any marathon. */
async function defer(sight: Sight, entry: Sight['applications'][number] | undefined) {
  if (!entry) return
  const marathonId = targetOf(sight, entry.marathonId) ?? at(sight.marathons, sight.b)?._id
  if (marathonId)
    await enqueueOps(sight.db, [
      { type: 'application.defer', id: newRowId(sight.db), patch: { marathonId, from: entry._id } },
    ])
}
