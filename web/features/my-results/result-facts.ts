import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { categoryLabel } from '../../marathon/results/result-row.tsx'
import * as texts from '../../texts/compiled/my-results.js'
import { SEX_TEXTS } from '../../texts/question-words.ts'
import { formatPace } from '../../ui/format/race-time.ts'

/** A fact of a result, with what it is called. */
export interface Fact {
  label: string
  value: string
}

/** The places and the pace of a result; none for who has no place. */
export function resultFacts(result: OwnResult): Fact[] {
  const { place, finishers, sex, sexPlace, category, categoryPlace, time, distance } = result
  const sexName = sex in SEX_TEXTS ? SEX_TEXTS[sex as keyof typeof SEX_TEXTS]() : sex
  return [
    ...(place === null ? [] : [{ label: texts.overall(), value: texts.placeOf({ place, count: finishers }) }]),
    ...(sexPlace === null ? [] : [{ label: sexName, value: texts.placeAlone({ place: sexPlace }) }]),
    ...(categoryPlace === null
      ? []
      : [{ label: categoryLabel(category), value: texts.placeAlone({ place: categoryPlace }) }]),
    ...(time === null ? [] : [{ label: texts.pace(), value: formatPace(time, distance) }]),
  ]
}
