/**
 * Logs an error that no request answers for. Only its name is logged: the message of a D1 error contains SQL and may
 * contain what a user typed.
 */
export function logFailure(event: string, error: unknown, more: Record<string, unknown> = {}): void {
  console.error(JSON.stringify({ event, ...more, error: error instanceof Error ? error.name : 'unknown' }))
}
