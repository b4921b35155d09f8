import type { ApplicationView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/check-in.js'
import { Button } from '../../../ui/button.tsx'
import { who } from '../answer-message.ts'

/** What is asked before an entry is made: about a namesake, or because it is above the capacity. */
export type Asked = { kind: 'namesake'; entrant: ApplicationView } | { kind: 'above'; above: number }

type QuestionProps = {
  asked: Asked
  onYes: () => void
  onNo: () => void
  /** Checks the namesake in. */
  onInstead: (entrant: ApplicationView) => void
}

/** The question, with its answers. The first one has the focus, so that a screen reader reads the question. */
export function Question({ asked, onYes, onNo, onInstead }: QuestionProps) {
  const isNamesake = asked.kind === 'namesake'
  const name = isNamesake ? who(asked.entrant) : ''
  return (
    <div
      role="alertdialog"
      aria-labelledby="walk-in-question"
      className="grid grid-cols-1 gap-3 rounded-lg border-2 border-soon p-3"
    >
      <p id="walk-in-question" className="text-lg font-bold wrap-anywhere">
        {isNamesake ? texts.namesakeQuestion({ who: name }) : texts.aboveQuestion({ above: asked.above })}
      </p>
      <div className="flex flex-wrap gap-2 *:min-h-14 *:flex-auto">
        <Button ref={focus} onClick={onYes}>
          {isNamesake ? texts.anotherPerson() : texts.goOn()}
        </Button>
        {isNamesake && (
          <Button variant="secondary" onClick={() => onInstead(asked.entrant)}>
            {texts.checkInInstead({ who: name })}
          </Button>
        )}
        <Button variant="secondary" onClick={onNo}>
          {texts.notNow()}
        </Button>
      </div>
    </div>
  )
}

function focus(button: HTMLButtonElement | null) {
  button?.focus({ preventScroll: true })
}
