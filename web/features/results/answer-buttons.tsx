import { useState } from 'react'
import { entrantName } from '../../marathon/entrant-name.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import { formatTenths } from '../../ui/format/format.ts'
import type { Answer } from './answers.ts'
import { BibForm } from './bib-form.tsx'
import type { Crossing } from './evidence.ts'

type AnswerButtonsProps = {
  answers: readonly Answer[]
  crossing: Crossing
  /** May a person name another bib? */
  mayName: boolean
  race: Race
  point: string
  timeZone: string
  onAnswer: (answer: Answer) => void
}

/** A button for each answer about a crossing, and a field for another bib. */
export function AnswerButtons(props: AnswerButtonsProps) {
  const { answers, crossing, mayName, race, point, timeZone, onAnswer } = props
  const [isNaming, setNaming] = useState(false)
  const hasBib = answers.some((answer) => answer.kind === 'bib' && answer.bib !== '')
  const canName = mayName && !isNaming
  return (
    <div className="flex flex-wrap gap-2">
      {canName && !hasBib && (
        <Button variant="secondary" onClick={() => setNaming(true)}>
          {texts.typeBib()}
        </Button>
      )}
      {answers.map((answer) => {
        const { label, detail } = labelOf(answer, crossing, race, timeZone)
        return (
          <Button key={label} variant="secondary" onClick={() => onAnswer(answer)}>
            <span>
              <span>{label}</span>
              {detail && <span className="block text-sm font-normal text-ink-soft">{detail}</span>}
            </span>
          </Button>
        )
      })}
      {canName && hasBib && (
        <Button variant="secondary" onClick={() => setNaming(true)}>
          {texts.otherBib()}
        </Button>
      )}
      {isNaming && (
        <BibForm
          race={race}
          point={point}
          onBib={(bib) => onAnswer({ kind: 'bib', bib, of: crossing })}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}

function labelOf(
  answer: Answer,
  crossing: Crossing,
  { ofBib }: Race,
  timeZone: string,
): { label: string; detail?: string } {
  switch (answer.kind) {
    case 'bib': {
      if (answer.bib === '') return { label: texts.nobody() }
      const [first] = answer.of
      // A bib of the funnel may be of a crossing that is not among its recordings.
      if (first && answer.of !== crossing)
        return { label: texts.crossedAt({ time: formatTenths(first.time, timeZone) }) }
      const entrant = ofBib.get(answer.bib)
      return { label: texts.bibIs({ bib: answer.bib }), detail: entrant ? entrantName(entrant) : texts.nobodyHasBib() }
    }
    case 'each':
      return { label: texts.eachCrossed() }
    case 'time':
      return answer.by === ''
        ? { label: texts.about({ time: formatTenths(answer.time, timeZone) }), detail: texts.betweenNeighbours() }
        : { label: formatTenths(answer.time, timeZone), detail: answer.by }
    case 'retired':
      return { label: texts.isRetired() }
    case 'gun':
      return { label: formatTenths(answer.of.time, timeZone), detail: answer.of.by }
    case 'seen':
      return { label: texts.leaveIt() }
  }
}
