import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../store/query-client.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow, noticeRow } from '../../testing/test-account.ts'
import { ReadyScreen } from './ready-screen.tsx'

type Row = NonNullable<Parameters<typeof marathonRow>[1]>

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

// The server has no pushes, so the screen does not ask for them.
beforeEach(() => queryClient.setQueryData(['config'], { vapidKey: null }))
afterEach(() => queryClient.clear())

/** A phone with races in this many hours, each titled by them. */
async function phoneWith(races: [hours: number, role: Row, runs: boolean][]) {
  const db = await emptyAccount()
  for (const [hours, role, runs] of races) {
    const [_id, title, startDate] = [`event-in-${hours}`, `Run in ${hours}`, inHours(hours)]
    await db.marathons.put({
      ...marathonRow(_id, { title, startDate, ...role }),
      own: role.role === 'owner' ? 1 : 0,
      gen: 0,
    })
    if (runs) await db.applications.put({ ...applicationRow(`entry-${hours}`, _id), own: 1, gen: 0 })
  }
  return db
}

async function open(db: Awaited<ReturnType<typeof emptyAccount>>, wanted?: string) {
  const part = renderPart(db, <ReadyScreen wanted={wanted} />)
  await until(() => expect(part.box.querySelector('#checks')).not.toBeNull())
  const switched = [...part.box.querySelectorAll('nav a')]
  return {
    ...part,
    title: part.box.querySelector('h2')?.textContent,
    switch: switched.map((link) => `${link.getAttribute('aria-current') ?? ''} ${link.textContent}`),
  }
}

it('begins with the next race, shows the wanted one, and after the last race that one', async () => {
  const db = await phoneWith([
    [-14, { role: 'owner' }, false],
    [3, { role: 'owner' }, true],
    [30, { role: 'gate' }, true],
    [60, { role: 'gate' }, false],
  ])
  // A deleted event is none of them.
  await db.applications.put({
    ...applicationRow('entry-gone', 'event-gone', { startDate: inHours(1) }),
    own: 1,
    gen: 0,
  })
  const next = await open(db)
  expect(next.title).toBe('Run in 3')
  expect(next.switch).toEqual([
    expect.stringMatching(/^ .*Run in -14You organise · finished$/),
    expect.stringMatching(/^true .*Run in 3You organise · in\s\d\sh/),
    expect.stringMatching(/^ .*Run in 30You run · /),
    expect.stringMatching(/^ .*Run in 60You help: Gate · /),
  ])
  next.leave()
  const wanted = await open(db, 'event-in-60')
  expect(wanted.title).toBe('Run in 60')
  // Who has no code there may open the start line.
  expect(wanted.ways()).toContain('Open the start line: /start?race=event-in-60')
  wanted.leave()
  const over = await open(await phoneWith([[-14, { role: 'owner' }, false]]))
  expect(over.title).toBe('Run in -14')
  expect(over.switch).toEqual([])
  over.leave()
})

it('tells why the race is cancelled, and no notice of another race', async () => {
  const db = await phoneWith([[3, { role: 'owner', cancelled: 'Storm' }, false]])
  await db.notices.put({ ...noticeRow('notice-0001', 'event-other', { text: 'Of another one.' }), unread: 1, gen: 0 })
  const { text, leave } = await open(db)
  expect(text()).toContain('Storm')
  expect(text()).not.toContain('Of another one.')
  leave()
})
