import { DAY_MS } from '../../../contract/limits.ts'
import { isOfOneEntry } from '../../../contract/push-subject.ts'
import { cut, lengthOf } from '../../../contract/text/plain-text.ts'
import type { NoticeView } from '../../store/rows/notices.ts'

/** An older urgent notice is found among the notices of the race. */
const SHOWN_FOR_MS = DAY_MS
/** Most characters and lines of a notice beside somebody's work. */
const MOST_CHARACTERS = 120
const MOST_LINES = 3

/**
 * The newest urgent notice to everybody that was written in the last 24 hours. One about a single entry, for
 * example a promotion, would hide that the start was moved.
 * @param notices newest first; undefined until they are read
 * @param now the server's time, ms
 */
export function newestUrgent(notices: readonly NoticeView[] | undefined, now: number): NoticeView | undefined {
  return notices?.find(({ urgent, kind, at }) => urgent && !isOfOneEntry(kind) && now - Date.parse(at) < SHOWN_FOR_MS)
}

/** The beginning of a text, up to a word's end, with '…'; the text itself if it is short. */
export function beginning(text: string): string {
  const lines = text.split('\n').slice(0, MOST_LINES).join('\n')
  if (lengthOf(lines) <= MOST_CHARACTERS) return lines === text ? text : `${lines}…`
  const words = cut(lines, MOST_CHARACTERS).replace(/\s+\S*$/, '')
  return `${words}…`
}
