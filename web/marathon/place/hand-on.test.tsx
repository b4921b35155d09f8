import { expect, it } from 'vitest'
import type { ApplicationView } from '../../store/overlay.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { HandOn } from './hand-on.tsx'

const NOW = Date.now()
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString()
const OPEN = { startDate: inDays(9), handOverUntil: inDays(5), deferTo: 'event-0002' }
const OFFERED = { offer: 'A'.repeat(22) }

/** Says what this phone knows of an event, with the read of the buttons. */
function Title({ id }: { id: string }) {
  return <p>{useMarathon(id)?.title}</p>
}

/** The buttons of an entry, once the other event is read. */
async function buttonsOf(event: object, entry: Partial<ApplicationView> = {}, target: object = {}) {
  const db = await emptyAccount()
  const next = marathonRow('event-0002', { title: 'Next year', startDate: inDays(300), ...target })
  await db.marathons.put({ ...next, own: 0, gen: 0 })
  const marathon = { ...marathonRow('event-0001', { ...OPEN, ...event }), pending: null }
  const application = { ...applicationRow('entry-0001', 'event-0001', entry), pending: null }
  const { box, leave } = renderPart(
    db,
    <>
      <HandOn application={application} marathon={marathon} now={NOW} />
      <Title id={next._id} />
    </>,
  )
  await until(() => expect(box.querySelector('p')?.textContent).toBe(next.title))
  const found = [...box.querySelectorAll('button')].map((one) => one.textContent)
  leave()
  return found
}

it('a place is handed on or deferred, and an offer is shown again', async () => {
  expect(await buttonsOf({})).toEqual(['Hand the place on', 'Defer to Next year'])
  expect(await buttonsOf({}, OFFERED)).toEqual(['Show the link', 'Defer to Next year'])
})

it('who waits, has no place or is not at the server yet hands nothing on', async () => {
  for (const status of ['waiting', 'entered', 'unconfirmed'] as const)
    expect(await buttonsOf({}, { status })).toEqual([])
  expect(await buttonsOf({}, { ver: 0 })).toEqual([])
})

it('an offer is taken back after the end too, and none is made then', async () => {
  for (const closed of [{ handOverUntil: inDays(-1) }, { handOverUntil: null }, { cancelled: 'Storm' }]) {
    expect((await buttonsOf(closed)).filter((one) => one !== 'Defer to Next year')).toEqual([])
    expect(await buttonsOf(closed, OFFERED)).toContain('Show the link')
  }
  expect(await buttonsOf({ hiddenAt: inDays(-1) })).not.toContain('Hand the place on')
})

it('a place is deferred before the start alone, and to an event that gives places', async () => {
  expect(await buttonsOf({ deferTo: null })).toEqual(['Hand the place on'])
  expect(await buttonsOf({ startDate: inDays(-1) })).toEqual([])
  const undrawn = { registration: 'ballot', seed: null }
  for (const target of [{ cancelled: 'Storm' }, undrawn, { startDate: inDays(-1) }, { hiddenAt: inDays(-1) }])
    expect(await buttonsOf({}, {}, target)).toEqual(['Hand the place on'])
})
