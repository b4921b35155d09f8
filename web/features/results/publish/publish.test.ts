import { afterEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../../../contract/problem.ts'
import { NoResponse } from '../../../calls/call-api.ts'
import type { Race } from '../../../marathon/race/use-race.ts'
import type { StaffView } from '../../../store/rows/staff.ts'
import { isOfficialAlready, signFailure } from './sign-failure.ts'
import { openPoints } from './signed-list.ts'

afterEach(() => vi.restoreAllMocks())

describe('a signature that failed', () => {
  it('is said to be unknown where no answer came, and not to be made where the phone is offline', () => {
    expect(signFailure(new NoResponse('unreachable'))).toContain('nobody here knows whether it was done')
    expect(signFailure(new NoResponse('broken'))).toContain('nobody here knows whether it was done')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(signFailure(new NoResponse('unreachable'))).toContain('you are offline')
  })

  it('has a sentence for each refusal, and another list is told from a signed one', () => {
    const sentences = (
      ['STALE', 'NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED', 'UNAVAILABLE', 'RATE_LIMITED'] as const
    ).map((code) => signFailure(new Problem(code, '')))
    expect(new Set(sentences).size).toBe(6)
    expect(sentences[0]).toContain('The list is another one by now.')
    expect(isOfficialAlready(new Problem('INVALID', '', { fields: { reason: { code: 'REQUIRED' } } }))).toBe(true)
    expect(isOfficialAlready(new Problem('STALE', ''))).toBe(false)
    const rows = { rows: { code: 'AT_LEAST', values: { min: 1 } } } as const
    expect(signFailure(new Problem('INVALID', '', { fields: rows }))).toContain('before somebody has started')
  })
})

it('what is open: doubts, who is out, timers who sent nothing, what this phone did not send', () => {
  const recording = { clock: 'a_1', by: 'Tina', at: '2027-06-01T08:00:00.000Z', kind: 'crossing', point: 'finish' }
  const race = {
    results: { doubts: [{}], rows: [{ state: 'started' }, { state: 'finished' }] },
    recorded: {
      recordings: [
        { ...recording, pending: null },
        { ...recording, pending: 'waiting' },
      ],
      rulings: [{ pending: 'waiting' }, { pending: null }],
    },
    entrants: new Map([['a', { pending: 'parked' }]]),
  } as unknown as Race
  const staff = [
    { role: 'timer', name: 'Tina' },
    { role: 'timer', name: 'Tom' },
    { role: 'gate', name: 'Gus' },
  ] as StaffView[]
  expect(openPoints(race, staff)).toEqual({ doubts: 1, out: 1, silent: ['Tom'], unsent: 3 })
})
