import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in /proc; the same on every Linux that Node runs on. */
const TICKS_A_SECOND = 100

/** CPU seconds of a process and all its descendants, with their ended threads and processes. */
export function cpuSeconds(root: number): number {
  const parents = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const text = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      // utime and stime, then the same of its children that ended. Without these, the time that a worker of Postgres
      // took would be lost with its process.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      parents.set(Number(name), { parent: Number(fields[1]), ticks })
    } catch {
      // The process ended between the two reads.
    }
  }
  let ticks = 0
  for (const [pid, { ticks: own }] of parents) {
    for (let at = pid; at > 1; at = parents.get(at)?.parent ?? 0) {
      if (at !== root) continue
      ticks += own
      break
    }
  }
  return ticks / TICKS_A_SECOND
}
