import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'

const BYTES_A_GB = 2 ** 30

/** Describes the machine that runs the bench. */
export function describeMachine(): Record<string, string> {
  return {
    date: new Date().toISOString().slice(0, 16),
    cores: `${cpus().length} × ${cpus()[0]?.model.trim() || 'unnamed'}`,
    memory: `${Math.round(totalmem() / BYTES_A_GB)} GB`,
    kernel: release(),
    load: loadavg()
      .map((load) => load.toFixed(2))
      .join(' '),
    node: process.version,
    sqlite: process.versions.sqlite ?? '',
    commit: output('git', ['rev-parse', '--short', 'HEAD']),
  }
}

function output(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
