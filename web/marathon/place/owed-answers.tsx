import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { racePhase } from '../../store/rows/race-phase.ts'
import * as texts from '../../texts/compiled/questions.js'
import { Button } from '../../ui/button.tsx'
import { owedSentences } from './owed.ts'

type OwedAnswersProps = {
  application: ApplicationView
  marathon: MarathonView
  now: number
  /** Opens the form at the answers that are missing. */
  onAnswer: () => void
}

/** Says what an own entry must still answer, or sign again, before the race is over; nothing if it owes nothing. */
export function OwedAnswers({ application, marathon, now, onAnswer }: OwedAnswersProps) {
  const owed = Object.values(owedSentences(application, marathon))
  if (owed.length === 0 || marathon.cancelled || racePhase(marathon.startDate, now) === 'finished') return null
  return (
    <div className="no-print my-1 grid justify-items-start gap-2 rounded-md border-s-4 border-soon bg-surface py-1 ps-3 text-sm">
      <ul className="grid gap-1 font-semibold">
        {owed.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
      <Button onClick={onAnswer}>{texts.answerNow()}</Button>
    </div>
  )
}
