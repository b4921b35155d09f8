/** A code that was not seen for this long has left the picture. If it comes back, it counts again. */
const AWAY_MS = 3000

/**
 * Makes a function that tells whether a code came into view just now. A code that stays before the camera is read many
 * times a second, and counts once. Two codes in view at once do not hide each other.
 */
export function newCodes(): (text: string, now: number) => boolean {
  const lastSeen = new Map<string, number>()
  return (text, now) => {
    for (const [other, at] of lastSeen) if (now - at > AWAY_MS) lastSeen.delete(other)
    const isNew = !lastSeen.has(text)
    lastSeen.set(text, now)
    return isNew
  }
}
