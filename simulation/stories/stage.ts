import type { InvitedRole } from '../../contract/roles.ts'
import type { Edit } from '../../web/store/outbox.ts'
import type { Device } from '../device.ts'
import type { Network, Racer } from '../network.ts'
import type { Oracle } from '../oracle/oracle.ts'
import type { Violation } from '../oracle/violation.ts'
import type { Server } from '../server.ts'
import type { PassPlan, Story } from '../steps.ts'

export const ORGANISER = 0
/** The phones of the organiser's account, and two runners. */
export const ORGANISERS = [ORGANISER, 4] as const
export const RUNNERS = [1, 3] as const
/** The other phone of the first runner. */
export const OTHER_OF_RUNNER = 2
export const EVERYBODY = [...ORGANISERS, ...RUNNERS, OTHER_OF_RUNNER]

/** The parts of a run that a story needs. A pass has no faults here. */
export interface Stage {
  oracle: Oracle
  server: Server
  network: Network
  device: (index: number) => Device
  edit: (device: Device, ...edit: NonNullable<PassPlan['meanwhile']>) => Promise<void>
  /** Queues ops as the functions of screens do. */
  queue: (device: Device, edits: Edit[]) => Promise<void>
  pass: (index: number, racer?: Racer) => Promise<unknown>
  /** Passes at the same time. `hot`: an edit that each phone makes before it. */
  race: (indexes: readonly number[], choices: number[], hot?: PassPlan['meanwhile']) => Promise<void>
  tick: (ms: number) => void
  note: (violation: Violation) => void
}

/** A step that is a story of this name. */
export type Of<Name extends Story['do']> = Extract<Story, { do: Name }>

/** Somebody hands out an invitation, and the account accepts it. */
export async function invite(stage: Stage, host: string, uid: string, marathonId: string, role: InvitedRole) {
  const hooks = stage.network.calmHooks()
  const made = await stage.server.rest(host, 'POST', `/marathons/${marathonId}/invitations`, hooks, { role })
  if (made.status !== 201) return
  const { url } = (await made.json()) as { url: string }
  await stage.server.rest(uid, 'POST', `/invitations/${url.split('/').at(-1)}`, stage.network.calmHooks())
}

/** The marathon that changed last. */
export function newestId({ oracle }: Stage): string {
  return String(oracle.tables.marathons.reduce((best, row) => (Number(row.seq) > Number(best.seq) ? row : best)).id)
}

/** A new marathon of the organiser with two entrants, on both phones of the organiser. @param b draws its fields */
export async function newEvent(stage: Stage, b = 0) {
  await stage.edit(stage.device(ORGANISER), 'event.create', 0, b)
  await stage.pass(ORGANISER)
  for (const runner of RUNNERS) {
    await stage.pass(runner)
    await stage.edit(stage.device(runner), 'newest.join', 0, 0)
    await stage.pass(runner)
  }
  for (const device of ORGANISERS) await stage.pass(device)
}
