import { afterEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../../contract/problem.ts'
import { NoResponse } from '../../calls/call-api.ts'
import { callProblem } from '../../calls/load-problem.ts'
import { callFailure } from './call-failure.ts'

afterEach(() => void vi.restoreAllMocks())

const OFFLINE = new NoResponse('unreachable')
const PORTAL = new NoResponse('foreign')

describe('a failed call about invitations', () => {
  it.each([true, false])('tells a captive portal, and never that the phone is offline (onLine %s)', (onLine) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    expect(callProblem(PORTAL)).toBe('portal')
    expect(callFailure(PORTAL)).toBe('This network wants you to log in first.')
  })

  it('tells a missing network', () => {
    expect(callProblem(OFFLINE)).toBe('offline')
    expect(callFailure(OFFLINE)).toBe('You are offline. You need to be online for invitations.')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(callFailure(new NoResponse('slow'))).toBe('You are offline. You need to be online for invitations.')
  })

  it('does not repeat what another notice says, and nothing else is left out', () => {
    expect(callFailure(OFFLINE, 'offline')).toBe('You need to be online for invitations.')
    expect(callFailure(PORTAL, 'portal')).toBe('You need to be online for invitations.')
    expect(callFailure(OFFLINE, 'portal')).toMatch(/^You are offline/)
    expect(callFailure(PORTAL, 'offline')).toMatch(/^This network wants you to log in/)
  })

  it('tells a server that fails, and what it refuses', () => {
    expect(callFailure(new NoResponse('broken'), 'offline')).toBe('The server had a problem. Try again.')
    const staff = { code: 'MOST_STAFF', values: { max: 100 } } as const
    const refused = new Problem('INVALID', 'The server says this in English.', { fields: { staff } })
    expect(callProblem(refused)).toBeNull()
    expect(callFailure(refused)).toBe('This event has 100 staff and open invitations. More are not possible.')
    const busy = new Problem('RATE_LIMITED', 'The server says this in English.', { retryAfterSeconds: 200 })
    expect(callFailure(busy)).toBe('Too many changes by this account. Wait 4 min.')
    expect(callFailure(new Problem('STALE', ''))).toBe('The server had a problem. Try again.')
  })
})
