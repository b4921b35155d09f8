import { useKept } from '../../store/use-kept.ts'

/** What this phone keeps for the check-in of a marathon. */
export interface GateSettings {
  /** The name of the gate as it was typed. */
  gate: string
  isMuted: boolean
}

/** The settings of this phone for the check-in of a marathon, and a function that changes them. Undefined until read. */
export function useGate(marathonId: string): [GateSettings | undefined, (next: GateSettings) => void] {
  const [kept, keep] = useKept(`check-in:${marathonId}`)
  const settings = kept === undefined ? kept : { gate: String(kept?.gate ?? ''), isMuted: kept?.isMuted === true }
  return [settings, (next) => keep({ ...next })]
}
