/** Who opens a WebSocket in a live room. */
interface Phone {
  /** It shows a screen of the organiser or of a helper. */
  isStaff: boolean
}

/** The URL by which the worker tells a live room who opens a WebSocket. It never leaves the worker. */
export function roomUrl({ isStaff }: Phone): string {
  return `https://room/?${new URLSearchParams({ staff: String(isStaff) })}`
}

/** Reads a URL of `roomUrl`. */
export function readRoomUrl(url: string): Phone {
  return { isStaff: new URL(url).searchParams.get('staff') === 'true' }
}
