import { expect, it } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import type { Race } from '../../store/rows/races.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { RaceActions, RaceTitle } from './race-actions.tsx'

const NOW = Date.parse('2027-03-05T08:00:00.000Z')
const ID = 'event-0001'
const PLACE = `/dashboard/myMarathons/${ID}`
const CHECK_IN = `Check in: ${PLACE}/checkIn`
const TIMING = `Timing: ${PLACE}/timing`
const CODE = `My code: /start?race=${ID}`

const RESULT = 'Your result: 0:50:00.0: /dashboard/myResults/entry-0001'

/** @param hasResult of whose entries there is a result */
type Part = { role?: Role; runs?: boolean; cancelled?: string; people?: number; hasResult?: string[] }

function raceOf({ role, runs = false, cancelled, people = 1 }: Part, hours: number): Race {
  const startDate = new Date(NOW + hours * 3_600_000).toISOString()
  const marathon = {
    ...marathonRow(ID, { role: role ?? null, startDate, cancelled: cancelled ?? null }),
    pending: null,
  }
  const ids = runs ? ['entry-0001', 'entry-0002'].slice(0, people) : []
  const applications = ids.map((id) => ({ ...applicationRow(id, ID), pending: null }))
  const { title, timeZone, location } = marathon
  return { marathonId: ID, title, startDate, timeZone, location, cancelled: marathon.cancelled, marathon, applications }
}

const resultOf = (_id: string) => ({
  ...{ _id, marathonId: ID, title: 'Pier run', startDate: '2027-03-05T05:00:00.000Z', timeZone: 'UTC' },
  ...{ distance: '10k' as const, bib: '7', name: 'Ada Lauf', hidesName: false, sex: '', category: '', reason: '' },
  ...{ state: 'finished' as const, time: 3_000_000, place: 1, sexPlace: null, categoryPlace: null, finishers: 1 },
  ...{ splits: '[]', officialAt: '2027-03-05T07:30:00.000Z', ver: 1 },
})

it.each<[who: string, part: Part, hours: number, ways: string[]]>([
  ['an organiser is led to the event until the day before', { role: 'owner' }, 25, [`Organise: ${PLACE}`]],
  ['an organiser checks in from the day before on', { role: 'owner' }, 23, [CHECK_IN]],
  ['a helper checks in, however far the race is', { role: 'gate' }, 900, [CHECK_IN]],
  ['so does the desk', { role: 'desk' }, 900, [CHECK_IN]],
  ['a timer times, and does not check in', { role: 'timer' }, 900, [TIMING]],
  ['a timer who runs does both', { role: 'timer', runs: true }, 3, [TIMING, CODE]],
  ['another organiser is led to the event too', { role: 'organiser' }, 25, [`Organise: ${PLACE}`]],
  ['a runner shows the code', { runs: true }, 900, [CODE]],
  ['a runner with a result sees it, and no code', { runs: true, hasResult: ['entry-0001'] }, -3, [RESULT]],
  [
    'the code stays until everybody of the account has a result',
    { runs: true, people: 2, hasResult: ['entry-0001'] },
    -3,
    [CODE],
  ],
  ['who organises and runs does both', { role: 'owner', runs: true }, -1, [CHECK_IN, CODE]],
  ['who helps and runs does both', { role: 'gate', runs: true }, 3, [CHECK_IN, CODE]],
  ['a cancelled race asks for nothing', { role: 'owner', runs: true, cancelled: 'Storm' }, 3, []],
])('%s', async (_who, part, hours, wanted) => {
  const { box, text, ways, leave } = renderPart(
    await emptyAccount(),
    <>
      <p>Read.</p>
      <RaceActions race={raceOf(part, hours)} now={NOW} results={(part.hasResult ?? []).map(resultOf)} />
    </>,
  )
  await until(() => expect(text()).toContain('Read.'))
  expect(ways()).toEqual(wanted)
  // One of them is the main button, and it is the first.
  const isMain = [...box.querySelectorAll('a')].map((link) => link.classList.contains('bg-action'))
  expect(isMain).toEqual(wanted.map((_, index) => index === 0))
  leave()
})

it.each<[who: string, part: Part, to: string]>([
  ['an organiser to the event’s place', { role: 'owner', runs: true }, PLACE],
  ['a helper to the event’s place', { role: 'gate' }, PLACE],
  ['a runner to its details', { runs: true }, `/marathons/${ID}`],
])('the title leads %s', async (_who, part, to) => {
  const { ways, leave } = renderPart(await emptyAccount(), <RaceTitle race={raceOf(part, 3)} />)
  await until(() => expect(ways()).toEqual([`Harbour Ten: ${to}`]))
  leave()
})
