import { expect } from '@playwright/test'
import type { SyncMarathon } from '../../contract/sync.ts'
import type { WithPhone } from './crowd.ts'
import type { Person } from './person.ts'
import type { Stage } from './stage.ts'

/** What must hold of places and entries at any moment (docs/sync.md, INV-7, INV-8, INV-15, INV-18 and INV-24). */
export async function placesHold({ database, sizes }: Stage): Promise<void> {
  const count = (where: string) => database.value<number>(`SELECT count(*) FROM application WHERE ${where}`)
  const [row] = database.rows<{ reg: number; waiting: number; unclaimed: number; isAhead: number }>(
    `SELECT reg_count AS reg, waiting_count AS waiting, unclaimed_count AS unclaimed,
      start_date > strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AS isAhead FROM marathon`,
  )
  expect(row).toMatchObject({
    reg: count("status = 'registered'"),
    waiting: count("status = 'waiting'"),
    unclaimed: count('owner_uid IS NULL'),
  })
  const ofDesk = count('owner_uid IS NULL OR above > 0')
  expect(row?.reg, 'no more than the places and what a desk made').toBeLessThanOrEqual(sizes.places + ofDesk)
  if (row?.isAhead && row.waiting > 0)
    expect(row.reg, 'nobody waits while a place is free').toBeGreaterThanOrEqual(sizes.places)
  const twice = (column: string, key: string) =>
    database.rows(`SELECT ${column} FROM application WHERE ${key} GROUP BY ${column} HAVING count(*) > 1`)
  expect(twice('owner_uid', 'owner_uid IS NOT NULL'), 'an account has one entry').toEqual([])
  expect(twice('bib_key', 'bib_key IS NOT NULL'), 'a bib belongs to one').toEqual([])
  expect(twice('code', "code <> ''"), 'an entry code belongs to one').toEqual([])
}

/** A phone that has synced shows what the server has: the event, and the own entry. */
export async function phonesShowWhatIsThere({ crowd, database }: Stage, phones: readonly WithPhone[]): Promise<void> {
  const [event] = database.rows<{ start: string; reg: number; waiting: number }>(
    'SELECT start_date AS start, reg_count AS reg, waiting_count AS waiting FROM marathon',
  )
  const rows = database.rows<{ id: string; status: string; bib: string | null; firstName: string; phone: string }>(
    `SELECT id, status, bib, first_name AS firstName, phone_number AS phone FROM application`,
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const runner of phones) {
    const [shown] = (await runner.phone.db.marathons.toArray()) as SyncMarathon[]
    const { startDate: start, regCount: reg, waitingCount: waiting } = shown ?? {}
    expect({ start, reg, waiting }, `the event on the phone of ${runner.name}`).toEqual(event)
    const own = await crowd.ownEntry(runner)
    const { id, ...row } = known.get(runner.entry) ?? { id: '' }
    const { status, bib, firstName, phoneNumber: phone } = own ?? {}
    expect(own ? { status, bib, firstName, phone } : {}, `the entry on the phone of ${runner.name}`).toEqual(row)
  }
}

/** A browser that has synced has what the server has: the event, and the entries of who works at it. */
export async function browserHasWhatIsThere({ database }: Stage, person: Person): Promise<void> {
  type Entry = { id: string; status: string; bib: string | null; firstName: string; lastName: string }
  const entries = new Map(
    database
      .rows<Entry>('SELECT id, status, bib, first_name AS firstName, last_name AS lastName FROM application')
      .map((row) => [row.id, row]),
  )
  await person.hasHeardOf(database.value('SELECT start_date FROM marathon'))
  const differences = async () => {
    const rows = await person.stored<Entry & { _id: string }>('applications')
    const shown = rows.map(({ _id: id, status, bib, firstName, lastName }) => ({
      id,
      status,
      bib,
      firstName,
      lastName,
    }))
    const wrong = shown.filter((row) => JSON.stringify(row) !== JSON.stringify(entries.get(row.id)))
    return { wrong, missing: entries.size - shown.length }
  }
  await person.hearsUntil(differences, { wrong: [], missing: 0 }, 'the entries')
}

/** Whoever wants no name in the results has none in this text. */
export function nobodyHiddenIsIn({ database }: Stage, text: string, where: string): void {
  const hidden = database.rows<{ name: string }>('SELECT last_name AS name FROM application WHERE hides_name = 1')
  expect(hidden.length).toBeGreaterThan(0)
  expect(
    hidden.filter(({ name }) => text.includes(name)),
    `hidden names in ${where}`,
  ).toEqual([])
}
