/** How many a notice of this marathon reaches, as a sentence for the confirmation. */
export function reachMessage(counts: { regCount: number; waitingCount?: number; enteredCount?: number }): string {
  const { regCount, waitingCount = 0, enteredCount = 0 } = counts
  const count = regCount + waitingCount + enteredCount
  const now = `${count.toLocaleString('en-US')} ${count === 1 ? 'application' : 'applications'}`
  return `It reaches everybody who applied (${now} now), your helpers, and who applies later. It cannot be changed, only deleted.`
}
