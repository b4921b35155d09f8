import { useEffect, useState } from 'react'
import { HOWS, type How } from '../../../contract/results/recording.ts'
import { newId } from '../../store/new-id.ts'
import { useKept } from '../../store/use-kept.ts'

/** What this phone keeps for the timing of a marathon. */
export interface PointSettings {
  point: string
  how: How
  isMuted: boolean
  /** Names this phone among those that record, in the ids of its clocks (contract/results/recording). */
  phone: string
}

/** The settings of this phone for the timing of a marathon, and a function that changes some. Undefined until read. */
export function usePoint(marathonId: string): [PointSettings | undefined, (change: Partial<PointSettings>) => void] {
  const [kept, keep] = useKept(`timing:${marathonId}`)
  const [made] = useState(() => newId().slice(-12))
  const phone = String(kept?.phone ?? made)
  const isNew = kept !== undefined && kept?.phone === undefined
  useEffect(() => {
    if (isNew) keep({ phone })
  })
  if (kept === undefined) return [undefined, () => undefined]
  const how = HOWS.find((one) => one === kept?.how) ?? 'bib'
  return [{ point: String(kept?.point ?? 'finish'), how, isMuted: kept?.isMuted === true, phone }, keep]
}
