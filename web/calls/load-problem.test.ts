import { afterEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import { NoResponse } from './call-api.ts'
import { loadProblem } from './load-problem.ts'

afterEach(() => void vi.restoreAllMocks())

describe('why something could not be fetched', () => {
  it.each([true, false])('is a portal if something else than the server responds (onLine %s)', (onLine) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    expect(loadProblem(new NoResponse('foreign'))).toBe('portal')
  })

  it.each([
    new NoResponse('unreachable'),
    new NoResponse('slow'),
    new NoResponse('broken'),
    new Problem('RATE_LIMITED', 'x'),
    new Error('x'),
  ])('is the missing network, or else the server (%s)', (error) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(loadProblem(error)).toBe('offline')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    expect(loadProblem(error)).toBe('failed')
  })
})
