/**
 * `npm run audit` asks the registry for known vulnerabilities of the packages in package-lock.json. Each finding
 * needs a written exception in audit-exceptions.json. A registry that does not answer fails nothing; with
 * `--must-answer` it does.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../local/children.ts'
import { type AuditReport, type Exception, judgeAudit } from './audit-findings.ts'

const { exceptions } = JSON.parse(readFileSync(join(ROOT, 'audit-exceptions.json'), 'utf8')) as {
  exceptions: Exception[]
}
const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd: ROOT,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  timeout: 120_000,
})
let report: AuditReport
try {
  report = JSON.parse(stdout)
} catch {
  report = { message: stderr.trim().split('\n').at(-1) || 'no output' }
}
const { lines, failed } = judgeAudit(report, exceptions, new Date(), process.argv.includes('--must-answer'))
for (const line of lines) console.log(line)
process.exitCode = failed ? 1 : 0
