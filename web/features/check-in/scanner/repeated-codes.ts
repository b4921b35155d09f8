/** A code that was not seen for this long has left the picture. If it comes back, it counts again. */
const AWAY_MS = 3000

/**
 * Remembers the codes in view. A code that stays before the camera is read many times a second, and counts once. Two
 * codes in view at once do not hide each other.
 */
export function newCodes() {
  const lastSeen = new Map<string, number>()
  return {
    /** Tells whether a code that was read has just come into view. */
    isNew(text: string, now: number): boolean {
      for (const [other, at] of lastSeen) if (now - at > AWAY_MS) lastSeen.delete(other)
      const isNew = !lastSeen.has(text)
      lastSeen.set(text, now)
      return isNew
    },
    /** The camera reads no picture now. The codes that were in view may still be there. */
    pause(now: number) {
      for (const [text, at] of lastSeen) if (now - at <= AWAY_MS) lastSeen.set(text, now)
    },
  }
}
