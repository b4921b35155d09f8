/**
 * Prepares the formatters of dates on another thread. Chromium reads ICU's data of all languages for the first formatter
 * of a process, of whatever thread: 15 to 25 ms on a computer, and about four times as long on a phone.
 */
export function prepareFormatters(): void {
  try {
    new Worker(new URL('./first-formatter.worker.ts', import.meta.url))
  } catch {
    // A browser that starts no thread makes the first formatter when a date is shown.
  }
}
