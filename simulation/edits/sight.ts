import { organises } from '../../contract/roles.ts'
import { readMyApplications } from '../../web/store/rows/applications.ts'
import { readMarathons } from '../../web/store/rows/marathons.ts'
import type { Device } from '../device.ts'
import type { Oracle } from '../oracle/oracle.ts'

export interface EditWorld {
  now: number
  oracle: Oracle
  poisoned: Set<string>
  /** Returns a new number for each edit, so that all texts are different. */
  next: () => number
}

export const at = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
export const iso = (ms: number) => new Date(ms).toISOString()

/** What an edit begins with: the phone, what it shows, and the numbers that choose. */
export async function lookAt(device: Device, a: number, b: number, world: EditWorld) {
  const { db, author } = device
  const n = world.next()
  const { rows } = await readMarathons(db, author, { sort: 'asc', limit: 1000 })
  const marathons = rows.sort((x, y) => (x.title < y.title ? -1 : 1))
  const applications = (await readMyApplications(db, author))
    .map((application) => application.application)
    .sort((x, y) => (x.additionalInfo < y.additionalInfo ? -1 : 1))
  const own = marathons.filter((row) => organises(row))
  const number = ({ title }: { title: string }) => Number(title.replace('Event ', ''))
  const newest = marathons.reduce<(typeof marathons)[number] | undefined>(
    (best, row) => (best && number(best) > number(row) ? best : row),
    undefined,
  )
  const marathon = at(own.length > 0 ? own : marathons, a)
  return { device, a, b, world, db, author, now: world.now, n, marathons, applications, own, newest, marathon }
}
export type Sight = Awaited<ReturnType<typeof lookAt>>
/** A marathon that the user sees. */
export type Target = Sight['newest']
/** Edits by their names, each of which queues ops or does nothing. */
export type Kinds = Record<string, (sight: Sight) => unknown>
