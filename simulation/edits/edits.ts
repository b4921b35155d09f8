import type { Device } from '../device.ts'
import { DESK_EDITS } from './desk.ts'
import { ENTRY_EDITS } from './entries.ts'
import { FINISH_EDITS } from './finish.ts'
import { HAND_OVER_EDITS } from './hand-over.ts'
import { MARATHON_EDITS } from './marathons.ts'
import { ODD_EDITS } from './odd.ts'
import { QUESTION_EDITS } from './questions.ts'
import { RACE_DAY_EDITS } from './race-day.ts'
import { type EditWorld, type Kinds, lookAt } from './sight.ts'
import { STAFF_EDITS } from './staff.ts'

/** The edits that a user may make on a phone, mostly through the functions that the screens call. */
const KINDS = {
  ...MARATHON_EDITS,
  ...ENTRY_EDITS,
  ...RACE_DAY_EDITS,
  ...DESK_EDITS,
  ...HAND_OVER_EDITS,
  ...QUESTION_EDITS,
  ...FINISH_EDITS,
  ...STAFF_EDITS,
  ...ODD_EDITS,
} satisfies Kinds
export type EditKind = keyof typeof KINDS
export const EDITS = Object.keys(KINDS) as EditKind[]

/** Makes one edit. @param a chooses the row @param b chooses the change */
export async function makeEdit(device: Device, kind: EditKind, a: number, b: number, world: EditWorld): Promise<void> {
  await KINDS[kind](await lookAt(device, a, b, world))
}
