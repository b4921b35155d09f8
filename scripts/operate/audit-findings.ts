import { DAY_MS } from '../../contract/limits.ts'

/** The parts of `npm audit --json` that are read here. `message` is there if the registry did not answer. */
export interface AuditReport {
  message?: string
  vulnerabilities?: Record<string, { via: (string | Advisory)[] }>
}
interface Advisory {
  name: string
  title: string
  severity: string
  url: string
}

/** Most days that a finding may be accepted ahead. */
const MOST_DAYS = 190

/** A finding that is accepted for a time, and why. */
export interface Exception {
  /** The last part of the advisory's address, like GHSA-xxxx-xxxx-xxxx. */
  advisory: string
  package: string
  why: string
  /** The last day, like 2027-01-31. After it the finding must be looked at again. */
  until: string
}

/**
 * Compares the findings with the exceptions.
 * @param mustAnswer whether it fails if the registry did not answer
 * @returns the lines to print, and whether a finding has no exception that is still valid
 */
export function judgeAudit(
  { message, vulnerabilities }: AuditReport,
  exceptions: Exception[],
  now: Date,
  mustAnswer = false,
): { lines: string[]; failed: boolean } {
  if (!vulnerabilities) {
    return { lines: [`not asked: the registry does not answer audits (${message})`], failed: mustAnswer }
  }
  const advisories = new Map<string, Advisory>()
  for (const { via } of Object.values(vulnerabilities)) {
    for (const each of via) if (typeof each !== 'string') advisories.set(`${idOf(each)} ${each.name}`, each)
  }
  const lines: string[] = []
  let failed = false
  for (const [id, { title, severity }] of advisories) {
    const exception = exceptions.find((each) => `${each.advisory} ${each.package}` === id)
    const isValid = exception !== undefined && isOpen(exception, now)
    if (!isValid) failed = true
    const why = exception ? `accepted until ${exception.until}: ${exception.why}` : 'no exception'
    lines.push(`${isValid ? 'accepted' : 'FINDING '}  ${id} (${severity}): ${title}. ${why}`)
  }
  for (const { advisory, package: name } of exceptions) {
    if (!advisories.has(`${advisory} ${name}`)) lines.push(`over      ${advisory} ${name}: delete its exception`)
  }
  lines.push(`${advisories.size} findings, ${exceptions.length} exceptions`)
  return { lines, failed }
}

const idOf = ({ url }: Advisory) => url.replace(/^.*\//, '')

/** Does the exception say why, and does it end soon, but not yet? */
function isOpen({ why, until }: Exception, now: Date): boolean {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const last = day(now.getTime() + MOST_DAYS * DAY_MS)
  return why.trim().length > 10 && until >= day(now.getTime()) && until <= last
}
