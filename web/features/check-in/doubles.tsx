import { entrantName } from '../../marathon/entrant-name.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { Button } from '../../ui/button.tsx'
import { Rich } from '../../ui/rich.tsx'
import { whenAndWhere, who } from './answer-message.ts'
import type { Double } from './doubles.ts'
import { ProblemNote, ProblemSection } from './problem-note.tsx'
import type { Answers } from './use-answers.ts'

/** Where the doubles are on the screen. */
const SECTION = 'all-doubles'

/** Tells at the top of the screen that somebody was scanned twice. */
export function DoublesNote({ doubles }: { doubles: Double[] | undefined }) {
  return <ProblemNote section={SECTION} message={doublesMessage(doubles ?? [])} />
}

function doublesMessage(doubles: readonly Double[]): string {
  const [first, second] = doubles
  if (!first) return ''
  if (second) return texts.manyScannedAgain({ count: doubles.length })
  return texts.scannedAgain({ name: entrantName(first.application), times: first.checkIns.length })
}

type DoublesProps = Pick<Answers, 'undo'> & { doubles: Double[] | undefined; timeZone: string; now: number }

/** The runners with more than one check-in that counts, for the organiser to look at. Renders nothing for none. */
export function Doubles({ doubles, timeZone, now, undo }: DoublesProps) {
  if (!doubles || doubles.length === 0) return null
  return (
    <ProblemSection id={SECTION} title={texts.doublesTitle({ count: doubles.length })} text={texts.doublesText()}>
      {doubles.map(({ application, checkIns }) => (
        <li key={application._id}>
          <p className="text-lg font-bold wrap-anywhere">{who(application)}</p>
          <ul className="grid grid-cols-1 gap-1">
            {checkIns.map((checkIn) => {
              const scan = whenAndWhere(checkIn, timeZone, now)
              const what = checkIn.by ? texts.scanBy({ scan, by: checkIn.by }) : texts.scanByNameless({ scan })
              return (
                <li key={checkIn._id} className="flex items-center justify-between gap-3">
                  <span className="min-w-0 wrap-anywhere">{what}</span>
                  <Button variant="secondary" onClick={() => undo(checkIn._id, who(application))}>
                    <Rich text={texts.undoScan({ scan: what })} />
                  </Button>
                </li>
              )
            })}
          </ul>
        </li>
      ))}
    </ProblemSection>
  )
}
