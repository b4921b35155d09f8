import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeMachine } from './machine.ts'

/** A target and its measured value. */
export interface Row {
  metric: string
  workload: string
  measured: string
  target: string
  holds: boolean
  note?: string
}

/** A table of measured values without targets. */
export interface Figures {
  title: string
  head: string[]
  rows: (string | number)[][]
}

const FOLDER = join(import.meta.dirname, '../results')

/** Writes `results/<name>.md`: the machine, the targets and whether they are met, and all figures. */
export function writeReport(name: string, rows: Row[], figures: Figures[], notes: string[]): void {
  const machine = describeMachine()
  const text = [
    `# npm run bench -- ${name}`,
    Object.entries(machine)
      .map(([key, value]) => `${key}: ${value}`)
      .join(' · '),
    table(
      ['metric', 'workload', 'measured', 'target', 'verdict', 'note'],
      rows.map((row) => [
        row.metric,
        row.workload,
        row.measured,
        row.target,
        row.holds ? 'holds' : 'FALLS SHORT',
        row.note ?? '',
      ]),
    ),
    ...figures.map((part) => `## ${part.title}\n\n${table(part.head, part.rows)}`),
    ...(notes.length > 0 ? [`## Notes\n\n${notes.map((note) => `- ${note}`).join('\n')}`] : []),
  ]
  // One round of `--quick` is no result.
  if (!process.argv.includes('--quick')) writeFileSync(join(FOLDER, `${name}.md`), `${text.join('\n\n')}\n`)
  console.log(text.slice(2).join('\n\n'))
}

function table(head: string[], rows: (string | number)[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A number with three significant digits. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

/** `0.71 (0.68–0.75)` */
export function ratioText(ratio: { median: number; low: number; high: number }): string {
  return `${figure(ratio.median)} (${figure(ratio.low)}–${figure(ratio.high)})`
}
