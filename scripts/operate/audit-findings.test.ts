import { expect, it } from 'vitest'
import { judgeAudit } from './audit-findings.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const ADVISORY = {
  name: 'hono',
  title: 'Something leaks',
  severity: 'high',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
}
const REPORT = { vulnerabilities: { hono: { via: [ADVISORY] }, 'uses-hono': { via: ['hono'] } } }
const EXCEPTION = { advisory: 'GHSA-aaaa-bbbb-cccc', package: 'hono', why: 'We do not call it.', until: '2026-11-22' }

it('fails for a finding without an exception, and counts it once', () => {
  const { lines, failed } = judgeAudit(REPORT, [], NOW)
  expect(failed).toBe(true)
  expect(lines).toEqual([
    'FINDING   GHSA-aaaa-bbbb-cccc hono (high): Something leaks. no exception',
    '1 findings, 0 exceptions',
  ])
})

it('accepts a finding with an exception until its last day', () => {
  expect(judgeAudit(REPORT, [EXCEPTION], NOW)).toMatchObject({
    failed: false,
    lines: [/^accepted/, /1 findings/].map(match),
  })
  expect(judgeAudit(REPORT, [{ ...EXCEPTION, until: '2026-11-21' }], NOW).failed).toBe(true)
  expect(judgeAudit(REPORT, [{ ...EXCEPTION, package: 'jose' }], NOW).failed).toBe(true)
})

it('takes no exception without a reason, or with one for years', () => {
  for (const wrong of [{ why: ' ' }, { until: '2029-01-01' }]) {
    expect(judgeAudit(REPORT, [{ ...EXCEPTION, ...wrong }], NOW).failed).toBe(true)
  }
})

it('looks at each package that an advisory names', () => {
  const two = { vulnerabilities: { hono: { via: [ADVISORY, { ...ADVISORY, name: 'hono-too' }] } } }
  const { failed, lines } = judgeAudit(two, [{ ...EXCEPTION, package: 'hono-too' }], NOW)
  expect([failed, lines[0], lines[2]]).toEqual([
    true,
    expect.stringMatching(/^FINDING .*cccc hono /),
    '2 findings, 1 exceptions',
  ])
})

it('names exceptions that are not needed any more', () => {
  const { lines, failed } = judgeAudit({ vulnerabilities: {} }, [EXCEPTION], NOW)
  expect([failed, lines[0]]).toEqual([false, 'over      GHSA-aaaa-bbbb-cccc hono: delete its exception'])
})

it('fails nothing where the registry does not answer, and says so', () => {
  expect(judgeAudit({ message: '405 Method Not Allowed' }, [EXCEPTION], NOW)).toEqual({
    failed: false,
    lines: ['not asked: the registry does not answer audits (405 Method Not Allowed)'],
  })
  expect(judgeAudit({ message: '405' }, [], NOW, true).failed).toBe(true)
})

function match(pattern: RegExp) {
  return expect.stringMatching(pattern)
}
