import type { OfficialFacts } from '../../../../contract/results/public-list.ts'
import { pointName } from '../../../marathon/race/point-name.ts'
import * as texts from '../../../texts/compiled/publish.js'
import { sex as sexLabel } from '../../../texts/compiled/questions.js'
import { listOf } from '../../../texts/list.ts'
import { answerWords } from '../../../texts/question-words.ts'
import { formatRaceTime } from '../../../ui/format/race-time.ts'

/** '0:30:00.0' of who finished, and the state of others. */
function resultOf({ state, time }: OfficialFacts): string {
  return state === 'finished' && time !== null ? formatRaceTime(time) : texts.stateIs({ state })
}

/** The word of a sex; '' for none. */
function wordOf(sex: string): string {
  return sex === '' ? '' : answerWords({ kind: 'sex' }, sex)
}

/**
 * What differs between two states of an official row, as one text: '0:30:00.0 → disqualified'.
 * @param before null for a row that was not in the list
 */
export function changedFacts(before: OfficialFacts | null, after: OfficialFacts): string {
  if (before === null) return texts.newInList({ result: resultOf(after) })
  const changed = (from: string, to: string, name = '') =>
    from === to ? [] : [texts.fromTo({ named: name ? 'yes' : 'no', name, from: from || '–', to: to || '–' })]
  const shown = (splits: OfficialFacts['splits'], point: string) => {
    const time = splits[point]
    return time === undefined ? '' : formatRaceTime(time)
  }
  // The finish is the result, unless it has none.
  const points = [...new Set([...Object.keys(before.splits), ...Object.keys(after.splits)])].filter(
    (point) => point !== 'finish',
  )
  const parts = [
    ...changed(before.bib, after.bib, texts.bib()),
    ...changed(resultOf(before), resultOf(after)),
    ...changed(before.category, after.category, texts.category()),
    ...changed(wordOf(before.sex), wordOf(after.sex), sexLabel()),
    ...points.flatMap((point) => changed(shown(before.splits, point), shown(after.splits, point), pointName(point))),
  ]
  return listOf(parts)
}
