import * as texts from '../../texts/compiled/check-in.js'
import { Button } from '../../ui/button.tsx'
import { Rich } from '../../ui/rich.tsx'
import { whenAndWhere, who } from './answer-message.ts'
import type { Double } from './doubles.ts'
import type { Answers } from './use-answers.ts'

type DoublesProps = Pick<Answers, 'undo'> & { doubles: Double[]; timeZone: string; now: number }

/** The items of the runners with more than one check-in that counts, for the organiser to look at. */
export function Doubles({ doubles, timeZone, now, undo }: DoublesProps) {
  return (
    <>
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
    </>
  )
}
