import { aboveCapacity } from '../../../../contract/places.ts'
import { participants } from '../../../marathon/participants.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/overview.js'
import { localeOf } from '../../../texts/languages.ts'
import { number } from '../../../texts/number.ts'
import type { When } from '../when.ts'

type CountsProps = {
  marathon: MarathonView
  when: When
  /** How many are here; undefined until it is read. */
  here: number | undefined
  /** How many the desks let in above the capacity, and knew it. */
  letIn?: number | undefined
}

/** Who is coming, in numbers. The server's counts are in the marathon, so they are in the first render. */
export function Counts({ marathon, when, here, letIn = 0 }: CountsProps) {
  const { waitingCount, enteredCount } = marathon
  const above = aboveCapacity(marathon)
  const isBallot = marathon.registration === 'ballot'
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-y-2 border-ink py-3">
      <Count label={texts.registered()}>{participants(marathon)}</Count>
      {when !== 'ahead' && <Count label={texts.here()}>{here === undefined ? '…' : shown(here)}</Count>}
      {isBallot && enteredCount > 0 && <Count label={texts.inBallot()}>{shown(enteredCount)}</Count>}
      {above > 0 && <Count label={texts.aboveLimit()}>{shown(above)}</Count>}
      {letIn > 0 && <Count label={texts.letIn()}>{shown(letIn)}</Count>}
      {waitingCount > 0 && <Count label={texts.waiting()}>{shown(waitingCount)}</Count>}
    </dl>
  )
}

function Count({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="numeral text-3xl">{children}</dd>
    </div>
  )
}

function shown(count: number): string {
  return number(localeOf('en'), count)
}
