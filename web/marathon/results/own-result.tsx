import { Link } from '@tanstack/react-router'
import { DAY_MS } from '../../../contract/limits.ts'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import * as texts from '../../texts/compiled/my-results.js'
import * as resultTexts from '../../texts/compiled/results.js'

/** For so long an official result is new. */
const NEW_MS = 7 * DAY_MS

/** A result in a few words: the time, or why there is none. */
export function resultWords({ state, time }: OwnResult): string {
  if (state === 'finished' && time !== null) return formatRaceTime(time)
  if (state === 'retired') return resultTexts.isRetired()
  if (state === 'disqualified') return resultTexts.isDisqualified()
  return state === 'notStarted' ? resultTexts.didNotStart() : texts.notFinished()
}

/** The newest result, while it is new. @param now ms by the server's clock */
export function newResult(results: readonly OwnResult[], now: number): OwnResult | undefined {
  const isNew = ({ officialAt }: OwnResult) => now - Date.parse(officialAt) < NEW_MS
  return results.filter(isNew).sort((a, b) => Date.parse(b.officialAt) - Date.parse(a.officialAt))[0]
}

/** 'Your result: 0:47:06.5' */
export const ownResultMessage = (result: OwnResult) => texts.ownResultIs({ result: resultWords(result) })

/** Leads to an own result. @param isTitled says which event it is of */
export function OwnResultLink({ result, isTitled = false }: { result: OwnResult; isTitled?: boolean }) {
  return (
    <Link
      to="/dashboard/myResults/$id"
      params={{ id: result._id }}
      className="text-link inline-flex min-h-11 items-center"
    >
      <bdi className="line-clamp-2">
        {isTitled ? texts.ownResultAt({ title: result.title, result: resultWords(result) }) : ownResultMessage(result)}
      </bdi>
    </Link>
  )
}
