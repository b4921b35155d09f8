import { useDoubles } from '../../data/doubles.ts'
import { Button } from '../../ui/button.tsx'
import { WarningIcon } from '../../ui/icon.tsx'
import { whenAndWhere, who } from './answer-message.ts'
import type { Answers } from './use-answers.ts'

type DoublesProps = Pick<Answers, 'undo'> & { marathonId: string; timeZone: string; now: number }

/** The runners with more than one check-in that counts, for the organiser to look at. Renders nothing for none. */
export function Doubles({ marathonId, timeZone, now, undo }: DoublesProps) {
  const doubles = useDoubles(marathonId)
  if (!doubles || doubles.length === 0) return null
  return (
    <section aria-labelledby="doubles" className="rounded-lg border-2 border-soon p-3">
      <h2 id="doubles" className="flex items-center gap-2 text-xl text-soon">
        <WarningIcon />
        Checked in more than once: {doubles.length.toLocaleString('en-US')}
      </h2>
      <p className="mt-1 text-ink-soft">Look at each of them. Undo the check-ins that are wrong.</p>
      <ul className="mt-3 grid grid-cols-1 gap-4">
        {doubles.map(({ application, checkIns }) => (
          <li key={application._id}>
            <p className="text-lg font-bold wrap-anywhere">{who(application)}</p>
            <ul className="grid grid-cols-1 gap-1">
              {checkIns.map((checkIn) => {
                const what = `${whenAndWhere(checkIn, timeZone, now)}, by ${checkIn.by || 'somebody without a name'}`
                return (
                  <li key={checkIn._id} className="flex items-center justify-between gap-3">
                    <span className="min-w-0 wrap-anywhere">{what}</span>
                    <Button variant="secondary" onClick={() => undo(checkIn._id, who(application))}>
                      Undo<span className="sr-only"> {what}</span>
                    </Button>
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
