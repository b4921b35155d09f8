/** The second tap of a double tap comes within this time. */
export const DOUBLE_TAP_MS = 500

let last = { id: '', at: Number.NEGATIVE_INFINITY }

/**
 * Is this the second tap of a double tap that decided about another item? After the first tap that item is gone, and
 * the next one has moved under the finger. Nobody has read it yet. A busy page handles a tap late, so the time of the
 * tap itself counts.
 * @param id the item that the tap would decide about
 */
export function isSecondTap(id: string): boolean {
  const at = window.event?.timeStamp ?? performance.now()
  if (last.id !== id && at - last.at <= DOUBLE_TAP_MS) return true
  last = { id, at }
  return false
}
