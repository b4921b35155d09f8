/**
 * What a check found, and what to do about it.
 * - `ok`: nothing to do.
 * - `warning`: it works, but something is worth a look.
 * - `problem`: something does not work.
 * - `unasked`: not checked, for example because the check needs an account.
 */
export interface Finding {
  state: 'ok' | 'warning' | 'problem' | 'unasked'
  text: string
}

/** One thing that doctor looks at. A check changes nothing. */
export interface Check {
  name: string
  run(): Finding | Promise<Finding>
}

export const check = (name: string, run: Check['run']): Check => ({ name, run })
export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const problem = (text: string): Finding => ({ state: 'problem', text })
export const unasked = (text: string): Finding => ({ state: 'unasked', text })

/** Runs a check. A check that throws counts as a problem. */
export async function findingOf({ run }: Check): Promise<Finding> {
  try {
    return await run()
  } catch (error) {
    return problem(`The check itself failed: ${messageOf(error)}`)
  }
}

/** The first line of an error's message. */
export function messageOf(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}
