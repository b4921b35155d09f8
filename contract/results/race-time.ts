/** '1:32:05.4': how long somebody ran. A time is rounded up to a tenth, as times that are taken by hand are. @param ms ≥ 0 */
export function formatRaceTime(ms: number): string {
  const tenths = Math.ceil(ms / 100)
  const two = (count: number) => String(count).padStart(2, '0')
  const [hours, minutes, seconds] = [
    Math.floor(tenths / 36_000),
    Math.floor(tenths / 600) % 60,
    Math.floor(tenths / 10) % 60,
  ]
  return `${hours}:${two(minutes)}:${two(seconds)}.${tenths % 10}`
}
