import type { DraftRecord } from '../../store/account-db.ts'
import { useKept } from '../../store/use-kept.ts'
import type { BibBlock } from './bibs/bib-block.ts'

/** What this phone keeps for the check-in of a marathon. */
export interface GateSettings {
  /** The name of the gate as it was typed. */
  gate: string
  isMuted: boolean
  /** The bibs that lie at this table; null for none. */
  block: BibBlock | null
  /** The bibs of the block that this phone handed out. */
  handedOut: number[]
}

/** The settings of this phone for the check-in of a marathon, and a function that changes some. Undefined until read. */
export function useGate(marathonId: string): [GateSettings | undefined, (change: Partial<GateSettings>) => void] {
  const [kept, keep] = useKept(`check-in:${marathonId}`)
  return [kept === undefined ? kept : settingsOf(kept ?? {}), keep]
}

function settingsOf({ gate = '', isMuted, block, handedOut }: DraftRecord['values']): GateSettings {
  const given = Array.isArray(handedOut) ? handedOut.map(Number) : []
  return { gate: String(gate), isMuted: isMuted === true, block: (block ?? null) as BibBlock | null, handedOut: given }
}
