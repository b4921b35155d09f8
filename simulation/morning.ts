import type { Fields, Op } from '../contract/sync.ts'
import { newEntryCode } from '../contract/text/entry-code.ts'
import { applicationFields, op } from '../worker/testing/rows.ts'

// A race morning: what each phone has queued without a network. Nobody waits, for who gets a free place beside entries
// at the gate depends on which comes first.

export const EVENT = 'event-of-the-morning'
export const PHONES = ['dora', 'dan', 'gus', 'oscar', 'tara'] as const
export type Phone = (typeof PHONES)[number]
export const REGISTERED = 400
/** Tara's account has these; the others are of a club. */
const OF_TARA = 100
/** These have no bib before the morning. */
const WITHOUT_BIB = 380
const WALK_INS_OF_DESK = 40
export const HANDED_ON = 20

export const entry = (n: number) => `entry-${String(n).padStart(6, '0')}`
export const walkInOf = (desk: string, n: number) => `walk-in-${desk}-${String(n).padStart(4, '0')}`
export const takenOver = (n: number) => `taken-${String(n).padStart(6, '0')}`
const secret = (n: number) => String(n).padStart(22, 'S')
const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)
const phoneNumber = '12345 678'

/** Entries of Tara whose phone number both she and the organiser change. */
export const CONTESTED = range(0, 5).map(entry)
/** Entries without a bib to which both desks give one. */
export const TWO_BIBS = range(WITHOUT_BIB, 5).map(entry)
/** The bibs that both desks hand out, because they have one block by mistake: to walk-ins, and to the registered. */
export const SAME_BIBS = [...range(1001, 10), ...range(2001, 5)].map(String)

/** What is there before the phones lose the network: the registered with their bibs, and the offers of the club. */
export function prepared(): Record<'tara' | 'club' | 'olivia', Op[]> {
  const apply = (n: number) =>
    op('application.create', entry(n), applicationFields(EVENT, { firstName: `Runner ${n}`, phoneNumber }))
  const all = range(0, REGISTERED)
  return {
    tara: all.slice(0, OF_TARA).map(apply),
    club: [
      ...all.slice(OF_TARA).map(apply),
      ...range(200, HANDED_ON).map((n) => op('application.offer', entry(n), { secret: secret(n) }, { offer: null })),
    ],
    olivia: all
      .slice(0, WITHOUT_BIB)
      .map((n) => op('application.assignBib', entry(n), { bib: String(n + 1) }, { bib: null })),
  }
}

/** What each phone has queued. */
export function queues(): Record<Phone, Op[]> {
  return {
    dora: desk('dora', 1001),
    // The first ten bibs are those of the other desk.
    dan: desk('dan', 1001, 1111),
    gus: range(60, 160).map((n) => scan('gus', entry(n))),
    oscar: [
      ...range(0, 30).map((n) => op('application.correct', entry(n), { phoneNumber: `99999 ${n}` }, { phoneNumber })),
      ...range(100, 5).map((n) => op('application.withdraw', entry(n), { reason: 'No show.' })),
    ],
    tara: [
      ...CONTESTED.map((id) => op('application.update', id, { phoneNumber: '55555 5' }, { phoneNumber })),
      ...range(70, 5).map((n) => op('application.delete', entry(n))),
      ...range(200, HANDED_ON).map((n) => {
        const fields = applicationFields(EVENT, { firstName: `Friend ${n}`, from: entry(n), secret: secret(n) })
        return op('application.takeOver', takenOver(n), fields)
      }),
    ],
  }
}

/** A desk: each walk-in gets a bib and is checked in; some are corrected; the registered get bibs. */
function desk(name: string, block: number, then = block): Op[] {
  const isFirst = name === 'dora'
  const walkIns = range(0, WALK_INS_OF_DESK).flatMap((n): Op[] => {
    const id = walkInOf(name, n)
    const bib = String((n < 10 ? block : then) + n)
    const person = { marathonId: EVENT, firstName: 'Wanda', lastName: `Gate ${name} ${n}` }
    const typed: Fields = { ...person, bib, code: newEntryCode(), above: n + 1 }
    const fix = op('application.correct', id, { lastName: `Tor ${n}` }, { lastName: person.lastName })
    return [op('application.walkIn', id, typed), scan(name, id), ...(n % 8 === 0 ? [fix] : [])]
  })
  const handOut = (id: string, bib: number) =>
    op('application.assignBib', id, { bib: String(bib), isHandedOut: true }, { bib: null })
  // Two desks, one bib: to different people. And two bibs for one person.
  const same = range(0, 5).map((n) => handOut(entry(WITHOUT_BIB + (isFirst ? 5 : 10) + n), 2001 + n))
  const twice = TWO_BIBS.map((id, n) => handOut(id, (isFirst ? 3001 : 4001) + n))
  return [...walkIns, ...same, ...twice]
}

function scan(by: string, applicationId: string): Op {
  const fields = { marathonId: EVENT, applicationId, at: new Date().toISOString(), gate: by }
  return op('checkIn.create', `scan-${by}-${applicationId}`, fields)
}
