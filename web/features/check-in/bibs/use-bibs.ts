import { useEffect, useMemo, useState } from 'react'
import { expected } from '../../../../contract/errors.ts'
import { bibKey } from '../../../../contract/text/bib.ts'
import type { FieldSentences } from '../../../forms/field-errors.ts'
import { entrantName } from '../../../marathon/entrant-name.ts'
import { holdsBib, type Searchable } from '../../../marathon/find-entrants.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/check-in.js'
import type { GateSettings } from '../use-gate.ts'
import { nextFree, takenIn } from './bib-block.ts'

/** The bibs at this table. */
export interface Bibs {
  /** The next free one; null without a block, and where none is left. */
  next: number | null
  /** How many of the block entrants have or hold. */
  given: number
  /** What is to know of the block; '' where all is well. */
  message: string
  /** What is wrong with a bib, by its field. @param entrant who may have it */
  errors: (bib: string, entrant?: ApplicationView) => FieldSentences
  /** Notes that a bib was handed out. */
  onHandedOut: (bib: string) => void
}

/** What this phone knows of the bibs at its table. */
export function useBibs(
  all: readonly Searchable<ApplicationView>[],
  { block, handedOut }: GateSettings,
  onSettings: (change: Partial<GateSettings>) => void,
): Bibs {
  const taken = useMemo(() => block && takenIn(block, all), [block, all])
  const next = block && taken ? nextFree(block, taken, handedOut) : null
  const isEmpty = block !== null && next === null
  const check = useCheck()
  return {
    next,
    given: taken?.size ?? 0,
    message: isEmpty ? texts.blockEmpty({ from: String(block.from), to: String(block.to) }) : '',
    errors(bib, entrant) {
      const wrong = check(bib)
      if (wrong.bib) return wrong
      const key = bibKey(bib)
      const holder = all.find((one) => one.entrant._id !== entrant?._id && holdsBib(one, key))
      return holder ? { bib: texts.bibIsWith({ bib, name: entrantName(holder.entrant) }) } : {}
    },
    onHandedOut(bib) {
      const number = Number(bibKey(bib))
      if (block && number >= block.from && number <= block.to) onSettings({ handedOut: [...handedOut, number] })
    },
  }
}

/** The check of what a bib looks like. Until its code is here the server alone checks that. */
function useCheck(): (bib: string) => FieldSentences {
  const [check, setCheck] = useState<(bib: string) => FieldSentences>(() => () => ({}))
  useEffect(() => {
    import('./check-bib.ts').then(
      ({ checkBib }) => setCheck(() => checkBib),
      () => expected('no-code', undefined),
    )
  }, [])
  return check
}
