import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { RegisterAction } from './register-action.tsx'

const NOW = Date.parse('2027-03-05T08:00:00.000Z')
const ID = 'event-0001'
const HOUR_MS = 3_600_000
const at = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString()
const ORGANISE = `Organise: /dashboard/myMarathons/${ID}`
const CODE = `My code: /start?race=${ID}`
const REGISTER = `Register Now: /marathon/registration/${ID}`
const ANOTHER = `Another person: /marathon/registration/${ID}`

const RESULT = {
  ...{ _id: 'entry-0001', marathonId: ID, title: 'Pier run', startDate: at(-3), timeZone: 'UTC', reason: '' },
  ...{ distance: '10k' as const, bib: '7', name: 'Ada Lauf', hidesName: false, sex: '', category: '', splits: '[]' },
  ...{ state: 'finished' as const, time: 3_000_000, place: 1, sexPlace: null, categoryPlace: null, finishers: 1 },
  ...{ officialAt: at(-1), ver: 1 },
}

type Case = {
  role?: 'owner'
  runs?: boolean
  code?: string
  starts?: number
  closes?: number
  cancelled?: string
  hasResult?: boolean
}

it.each<[what: string, of: Case, ways: string[]]>([
  ['leads with the code, and then to another entry', { runs: true }, [CODE, ANOTHER]],
  ['offers no other entry once the window has closed', { runs: true, closes: -1 }, [CODE]],
  ['still leads with the code under way', { runs: true, closes: -9, starts: -3 }, [CODE]],
  ['has no code once there is a result', { runs: true, closes: -9, starts: -3, hasResult: true }, []],
  ['has no code after the race', { runs: true, closes: -90, starts: -20 }, []],
  ['has no code of a cancelled race', { runs: true, closes: -1, cancelled: 'Storm' }, []],
  ['has no code where the entry has none', { runs: true, code: '' }, [REGISTER]],
  ['leads to one’s own event first', { role: 'owner' }, [ORGANISE, REGISTER]],
  ['leads to one’s own event and to the code', { role: 'owner', runs: true }, [ORGANISE, CODE]],
])('%s', async (_what, of, wanted) => {
  const {
    role = null,
    runs = false,
    code = 'K7M2QXA9',
    starts = 50,
    closes = 20,
    cancelled = null,
    hasResult = false,
  } = of
  const dates = { regStart: at(-100), regEnd: at(closes), startDate: at(starts) }
  const marathon = { ...marathonRow(ID, { role, cancelled, ...dates }), pending: null }
  const applications = runs ? [{ ...applicationRow('entry-0001', ID, { code }), pending: null }] : []
  const { box, text, ways, leave } = renderPart(
    await emptyAccount(),
    <>
      <p>Read.</p>
      <RegisterAction marathon={marathon} applications={applications} results={hasResult ? [RESULT] : []} now={NOW} />
    </>,
  )
  await until(() => expect(text()).toContain('Read.'))
  expect(ways()).toEqual(wanted)
  // The second way is never as loud as the first, but for the code.
  const loud = [...box.querySelectorAll('a.bg-action')].map((link) => link.textContent)
  expect(loud).toEqual(
    ['Organise', 'My code', 'Register Now'].filter((way) => text().includes(way)).slice(0, role && runs ? 2 : 1),
  )
  expect(text().includes('You organise this event.')).toBe(role !== null && !runs)
  leave()
})
