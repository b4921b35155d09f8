import { entrantName } from '../../../marathon/entrant-name.ts'
import * as texts from '../../../texts/compiled/check-in.js'
import { Button } from '../../../ui/button.tsx'
import { Rich } from '../../../ui/rich.tsx'
import type { Answers } from '../use-answers.ts'
import { BibChoice } from './bib-choice.tsx'
import { type BibClash, clashSentence } from './bib-clashes.ts'
import type { Bibs } from './use-bibs.ts'

type BibClashesProps = Pick<Answers, 'handOut'> & {
  clashes: BibClash[]
  /** Null where the user may not hand out bibs. */
  bibs: Bibs | null
}

/** The items of the bibs that two entrants hold. A desk or the organiser gives one of them another bib. */
export function BibClashes({ clashes, bibs, handOut }: BibClashesProps) {
  return (
    <>
      {clashes.map((clash) => {
        const { bib, holder, owner } = clash
        return (
          <li key={holder._id} className="grid grid-cols-1 gap-2">
            <p className="text-lg font-bold wrap-anywhere">{clashSentence(clash)}</p>
            {bibs && owner === null && (
              <div>
                <Button variant="secondary" onClick={() => handOut(holder, bib)}>
                  <Rich text={texts.giveHeld({ bib, who: entrantName(holder) })} />
                </Button>
              </div>
            )}
            {bibs &&
              (owner ? [holder, owner] : [holder]).map((entrant) => (
                <div key={entrant._id} className="flex flex-wrap items-center justify-between gap-x-3">
                  <span className="wrap-anywhere">{entrantName(entrant)}</span>
                  <BibChoice entrant={entrant} bibs={bibs} isOffered handOut={handOut} />
                </div>
              ))}
          </li>
        )
      })}
    </>
  )
}
