import { expect, it } from 'vitest'
import type { AccountDb } from '../../data/account-db.ts'
import { UNCONFIRMED } from '../../data/check-in-rules.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, checkInRow, emptyAccount } from '../../testing/test-account.ts'
import { FindPerson } from './find-person.tsx'

const ADA = applicationRow('entry-ada', 'event-0001', { lastName: 'Adason', mine: false })
const nothing = () => undefined

async function search(text: string, isFetching: boolean, db?: AccountDb) {
  const account = db ?? (await emptyAccount())
  await account.applications.put({ ...ADA, own: 0, gen: 0 })
  const part = renderPart(
    account,
    <FindPerson
      marathonId="event-0001"
      isFetching={isFetching}
      onSearching={nothing}
      timeZone="UTC"
      now={0}
      scan={nothing}
      undo={nothing}
    />,
  )
  const box = await until(() => part.box.querySelector('input') ?? Promise.reject(new Error('not rendered')))
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  const status = () => part.box.querySelector('[role=status]')?.textContent
  return { status, text: part.text, leave: part.leave }
}

it.each([
  ['', false, ''],
  ['', true, 'The list of entrants is not complete yet.'],
  ['bob', false, 'Nobody has this name or bib.'],
  ['bob', true, 'Nobody found so far. The list of entrants is not complete yet.'],
  ['ada', false, '1 runner'],
  ['ada', true, '1 runner so far. The list of entrants is not complete yet.'],
])('says of the search %j, while entrants are still to come: %s', async (text, isFetching, said) => {
  const { status, leave } = await search(text, isFetching)
  await until(() => expect(status()).toBe(said))
  leave()
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
