import { beforeEach, expect, it } from 'vitest'
import type { AccountDb } from '../../../store/account-db.ts'
import { handOutBib } from '../../../store/rows/desk.ts'
import { applicationRow, emptyAccount } from '../../../testing/test-account.ts'
import { readBibClashes } from './bib-clashes.ts'
import { clashesMessage } from './bib-clashes.tsx'

const EVENT = 'event-0001'
let db: AccountDb

const put = (id: string, firstName: string, bib: string | null, wantedBib: string | null = null, marathonId = EVENT) =>
  db.applications.put({
    ...applicationRow(id, marathonId, { firstName, lastName: 'Lauf', bib, wantedBib, mine: false }),
    own: 0,
    gen: 0,
  })
const clashes = async () =>
  (await readBibClashes(db, EVENT)).map(({ bib, holder, owner }) => [bib, holder.firstName, owner?.firstName])
const entrant = async (id: string) => {
  const row = await db.applications.get(id)
  if (!row) throw new Error(`no ${id}`)
  return { ...row, pending: null }
}

beforeEach(async () => {
  db = await emptyAccount()
  await put('entry-0001', 'Ada', '212')
  await put('entry-0002', 'Bo', null, '0212')
  await put('entry-0003', 'Cy', '7', '300')
  await put('entry-0004', 'Di', '8')
  await put('entry-0005', 'Eve', null, '212', 'event-0002')
})

it('names who holds a bib and whose it is in any spelling, and a bib listed with nobody', async () => {
  expect(await clashes()).toEqual([
    ['0212', 'Bo', 'Ada'],
    ['300', 'Cy', undefined],
  ])
  const [first, second] = await readBibClashes(db, EVENT)
  expect(clashesMessage(first && [first])).toBe('0212 is with Ada Lauf and also with Bo Lauf.')
  expect(clashesMessage(second && [second])).toBe('Cy Lauf wears 300, and the list gives it to nobody.')
  expect(clashesMessage(first && second && [first, second])).toBe('2 bibs are with two people')
  expect([clashesMessage([]), clashesMessage(undefined)]).toEqual(['', ''])
})

it('is settled at once where either of them gets another bib, before anything is sent', async () => {
  await handOutBib(db, await entrant('entry-0002'), '501')
  expect(await clashes()).toEqual([['300', 'Cy', undefined]])
  await handOutBib(db, await entrant('entry-0003'), '300')
  expect(await clashes()).toEqual([])
})

it('leaves the bib to who holds it where the other one gets another', async () => {
  await handOutBib(db, await entrant('entry-0001'), '501')
  expect(await clashes()).toEqual([
    ['0212', 'Bo', undefined],
    ['300', 'Cy', undefined],
  ])
})
