import { useMemo } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { searchableByName } from '../../marathon/find-entrants.ts'
import type { AccountDb } from '../../store/account-db.ts'
import { UNCONFIRMED } from '../../store/rows/check-in-rules.ts'
import { useEntrants } from '../../store/rows/entrants.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, checkInRow, codeOf, emptyAccount } from '../../testing/test-account.ts'
import { FindPerson } from './find-person.tsx'
import type { Named } from './find-scanned.ts'

const ADA = applicationRow('entry-ada', 'event-0001', { lastName: 'Adason', mine: false })
const nothing = () => undefined

function Search({ isFetching, scan }: { isFetching: boolean; scan: (named: Named) => void }) {
  const entrants = useEntrants('event-0001')
  const all = useMemo(() => (entrants ?? []).map(searchableByName), [entrants])
  return (
    <FindPerson
      entrants={entrants}
      all={all}
      bibs={null}
      isFetching={isFetching}
      onSearching={nothing}
      isUnsigned={() => false}
      actionsOf={nothing}
      timeZone="UTC"
      now={0}
      scan={scan}
      undo={nothing}
      handOut={async () => true}
    />
  )
}

async function search(text: string, isFetching: boolean, db?: AccountDb, scan: (named: Named) => void = nothing) {
  const account = db ?? (await emptyAccount())
  await account.applications.put({ ...ADA, own: 0, gen: 0 })
  const part = renderPart(account, <Search isFetching={isFetching} scan={scan} />)
  const box = await until(() => part.box.querySelector('input') ?? Promise.reject(new Error('not rendered')))
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  const status = () => part.box.querySelector('[role=status]')?.textContent
  return { status, text: part.text, leave: part.leave, box }
}

it.each([
  ['', false, ''],
  ['', true, 'The list of entrants is not complete yet.'],
  ['bob', false, 'Nobody has this name or bib.'],
  ['bob', true, 'Nobody found so far. The list of entrants is not complete yet.'],
  ['ada', false, '1 runner.'],
  ['ada', true, '1 runner so far. The list of entrants is not complete yet.'],
])('says of the search %j, while entrants are still to come: %s', async (text, isFetching, said) => {
  const { status, leave } = await search(text, isFetching)
  await until(() => expect(status()).toBe(said))
  leave()
})

describe('Enter', () => {
  const runners = [
    applicationRow('entry-bea', 'event-0001', { firstName: 'Bea', lastName: 'Beason', bib: '7', mine: false }),
    applicationRow('entry-cem', 'event-0001', { firstName: 'Cem', lastName: 'Cemson', bib: '70', mine: false }),
  ]
  const spaced = codeOf('entry-cem')
    .toLowerCase()
    .replace(/^(.{4})/, '$1-')
  const elsewhere = codeOf('entry-elsewhere')
  it.each([
    ['a name that one has', 'cemson', [{ id: 'entry-cem' }]],
    ['a bib, although others contain it', '007', [{ id: 'entry-bea' }]],
    ['a code as people type it', spaced, [{ id: 'entry-cem' }]],
    ['a code that this phone does not have', elsewhere, [{ text: elsewhere }]],
    ['another code', '4006381333931', [{ text: '4006381333931' }]],
    ['what several have', 'son', []],
    ['a name that nobody has', 'Zebedee', []],
    ['nothing', '', []],
  ])('takes %s', async (_what, text, scans) => {
    const db = await emptyAccount()
    await db.applications.bulkPut(runners.map((row) => ({ ...row, own: 0 as const, gen: 0 })))
    const scan = vi.fn()
    const { status, box, leave } = await search(text, false, db, scan)
    if (text !== '') await until(() => expect(status()).not.toMatch(/Loading|^$/))
    box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    expect(scan.mock.calls.flat()).toEqual(scans)
    await until(() => expect(box.value).toBe(scans.length > 0 ? '' : text))
    leave()
  })
})

it('says beside a runner that a scan of theirs waits for the organiser', async () => {
  const db = await emptyAccount()
  await db.checkIns.put({
    ...checkInRow('scan-0001', 'event-0001', 'entry-ada', { confirmed: false }),
    first: UNCONFIRMED,
    gen: 0,
  })
  const { text, leave } = await search('ada', false, db)
  await until(() => expect(text()).toContain('Unconfirmed scan'))
  await db.checkIns.update('scan-0001', { voidedAt: '2027-06-01T07:00:00.000Z' })
  await until(() => expect(text()).not.toContain('Unconfirmed'))
  expect(text()).toContain('Check in Ada Adason')
  leave()
})
