import { kindOf, OF_RUNNERS } from '../../contract/ops.ts'
import { type Decided, modifiedBy } from './decide/decision.ts'

/** What the record of an op says of its place in the history of a marathon. What is left out is NULL. */
export interface History {
  marathonId?: string
  /** A JSON array. Without it the op is no row of the history. */
  fields?: string
  by?: string
}

/**
 * The history has what staff changed, and what runners changed of their entries. Applications are many and say
 * themselves when they came. Of a check-in or a recording the record says only where it was, so that staff see what
 * each did last. An op that changed nothing is left out, and so is one at a marathon that is deleted: its history is
 * erased. Phones read it when somebody opens it: a pull would bring a row for each bib to phones on which nobody looks.
 * @param name the name of the account
 * @param isThere does the marathon exist?
 */
export function historyOf({ op, decision }: Decided, name: string, isThere: (id: string) => boolean): History {
  const [marathonId] = touchedBy(decision)
  if (op.type === 'application.create' || op.type === 'marathon.delete' || modifiedBy(op, decision) === 0) return {}
  if (marathonId === undefined || !isThere(marathonId)) return {}
  const { entity } = kindOf(op.type)
  if (entity === 'checkIn' || entity === 'recording') return { marathonId }
  return { marathonId, fields: JSON.stringify(decision.changed ?? []), by: OF_RUNNERS.includes(op.type) ? '' : name }
}

/** The marathons that the effects of an op touch. */
export function touchedBy({ effects }: Decided['decision']): string[] {
  return effects.map((effect) => {
    if (effect.kind === 'count' || effect.kind === 'draw') return effect.marathonId
    return 'marathonId' in effect.row ? effect.row.marathonId : effect.row.id
  })
}
