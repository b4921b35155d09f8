import { expect, it } from 'vitest'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { Helping } from './helping.tsx'
import { MyMarathons } from './my-marathons.tsx'

type Row = NonNullable<Parameters<typeof marathonRow>[1]>

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

async function open(own: Row[], choice: 'all' | 'past' = 'all') {
  const db = await emptyAccount()
  await db.sync.put({ ...FIRST_SYNC, syncedAt: Date.now() })
  const rows = own.map((part, n) => marathonRow(`event-${String(n).padStart(4, '0')}`, { role: 'owner', ...part }))
  await db.marathons.bulkPut(rows.map((row) => ({ ...row, own: 1, gen: 0 })))
  const part = renderPart(
    db,
    <MyMarathons sort="desc" onSort={() => undefined} choice={choice} onChoice={() => undefined} />,
  )
  await until(() => expect(part.box.querySelector('table')).not.toBeNull())
  return part
}

it('marks an event of today, says why one is cancelled, and counts who has applied', async () => {
  const { box, leave } = await open([
    { title: 'Now', startDate: inHours(0), regCount: 3, enteredCount: 2, waitingCount: 1 },
    { title: 'Off', startDate: inHours(0), cancelled: 'Storm' },
    { title: 'Later', startDate: inHours(100) },
  ])
  const said = [...box.querySelectorAll('tbody tr')].map((row) => row.querySelectorAll('td')[1]?.textContent).sort()
  expect(said).toEqual([
    'Later0 registered',
    'NowToday3 registered, 2 in the ballot, 1 waiting',
    'OffCancelledStorm0 registered',
  ])
  leave()
})

it('the chips keep the numbers of all events while somebody searches', async () => {
  const { text, box, type, leave } = await open([{ title: 'Pier run' }, { title: 'Hill run' }])
  const chips = () => [...box.querySelectorAll('fieldset label')].map((one) => one.textContent)
  expect(chips()).toEqual(['All2', 'Today0', 'Ahead2', 'Past0'])
  type('hill')
  await until(() => expect(text()).not.toContain('Pier run'))
  expect(chips()).toEqual(['All2', 'Today0', 'Ahead2', 'Past0'])
  leave()
})

it('shows fifty events, and more after a tap', async () => {
  const { box, tap, leave } = await open(Array.from({ length: 51 }, () => ({})))
  const rows = () => box.querySelectorAll('tbody tr').length
  expect(rows()).toBe(50)
  tap('Show more')
  await until(() => expect(rows()).toBe(51))
  leave()
})

it('tells a helper that the event is cancelled', async () => {
  const db = await emptyAccount()
  await db.marathons.put({ ...marathonRow('event-0001', { role: 'gate', cancelled: 'Storm' }), own: 0, gen: 0 })
  const { text, leave } = renderPart(db, <Helping />)
  await until(() => expect(text()).toContain('Harbour Ten'))
  expect(text()).toContain('Cancelled')
  leave()
})

it('is deleted by its owner alone', async () => {
  const { box, text, leave } = await open([{ title: 'Mine' }, { title: 'Of all', role: 'organiser' }])
  await until(() => expect(text()).toContain('Of all'))
  const names = [...box.querySelectorAll('button')].map((one) => one.getAttribute('aria-label'))
  expect(names.filter((name) => /^(Edit|Delete)/.test(name ?? ''))).toEqual(['Edit Of all', 'Edit Mine', 'Delete Mine'])
  leave()
})

it('leads a timer to no check-in', async () => {
  const db = await emptyAccount()
  await db.marathons.bulkPut([
    { ...marathonRow('event-0001', { role: 'timer' }), own: 0, gen: 0 },
    { ...marathonRow('event-0002', { role: 'desk' }), own: 0, gen: 0 },
  ])
  const { ways, leave } = renderPart(db, <Helping />)
  const gates = () => ways().filter((way) => way.endsWith('/checkIn'))
  await until(() => expect(gates()).toHaveLength(1))
  expect(gates()[0]).toContain('event-0002')
  leave()
})

it('has an order to choose for all events, and the others are by start', async () => {
  for (const [choice, selects] of [
    ['all', 1],
    ['past', 0],
  ] as const) {
    const { box, leave } = await open([{ startDate: inHours(-20) }], choice)
    expect(box.querySelectorAll('select')).toHaveLength(selects)
    leave()
  }
})
