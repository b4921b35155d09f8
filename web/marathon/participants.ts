import * as texts from '../texts/compiled/marathon.js'
import { localeOf } from '../texts/languages.ts'
import { number } from '../texts/number.ts'

/** '42 of 300', or '42' without a capacity: the number of registered runners. */
export function participants({ regCount, capacity }: { regCount: number; capacity: number | null }): string {
  return capacity === null
    ? number(localeOf('en'), regCount)
    : texts.participantsOfCapacity({ count: regCount, capacity })
}
