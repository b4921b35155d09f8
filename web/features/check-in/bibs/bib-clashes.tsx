import { entrantName } from '../../../marathon/entrant-name.ts'
import * as texts from '../../../texts/compiled/check-in.js'
import { Button } from '../../../ui/button.tsx'
import { Rich } from '../../../ui/rich.tsx'
import { ProblemSection } from '../problem-note.tsx'
import type { Answers } from '../use-answers.ts'
import { BibChoice } from './bib-choice.tsx'
import type { BibClash } from './bib-clashes.ts'
import type { Bibs } from './use-bibs.ts'

/** Where the clashes are on the screen. */
export const CLASHES = 'all-bib-clashes'

/** '212 is also with Ada Lauf', or how many such bibs there are; '' for none. */
export function clashesMessage(clashes: readonly BibClash[] | undefined): string {
  const [first, second] = clashes ?? []
  if (!first) return ''
  return second ? texts.manyBibClashes({ count: clashes?.length ?? 0 }) : clashSentence(first)
}

function clashSentence({ bib, holder, owner }: BibClash): string {
  const name = entrantName(holder)
  return owner ? texts.bibClash({ bib, name, owner: entrantName(owner) }) : texts.bibUnsettled({ bib, name })
}

type BibClashesProps = Pick<Answers, 'handOut'> & {
  clashes: BibClash[] | undefined
  /** Null where the user may not hand out bibs. */
  bibs: Bibs | null
}

/** The bibs that two entrants hold. A desk or the organiser gives one of them another bib. Renders nothing for none. */
export function BibClashes({ clashes, bibs, handOut }: BibClashesProps) {
  if (!clashes || clashes.length === 0) return null
  return (
    <ProblemSection id={CLASHES} title={texts.bibClashesTitle({ count: clashes.length })} text={texts.bibClashesText()}>
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
    </ProblemSection>
  )
}
