import { HOWS, type How } from '../../../contract/results/recording.ts'
import { useKept } from '../../store/use-kept.ts'

/** What this phone keeps for the timing of a marathon. */
export interface PointSettings {
  point: string
  how: How
  isMuted: boolean
}

/** The settings of this phone for the timing of a marathon, and a function that changes some. Undefined until read. */
export function usePoint(marathonId: string): [PointSettings | undefined, (change: Partial<PointSettings>) => void] {
  const [kept, keep] = useKept(`timing:${marathonId}`)
  if (kept === undefined) return [undefined, () => undefined]
  const how = HOWS.find((one) => one === kept?.how) ?? 'bib'
  const settings = { point: String(kept?.point ?? 'finish'), how, isMuted: kept?.isMuted === true }
  return [settings, (change) => keep({ ...settings, ...change })]
}
