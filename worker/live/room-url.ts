/** Who opens a WebSocket in a live room. */
interface Phone {
  uid: string
  /** It shows a screen of the organiser or of a helper. */
  isStaff: boolean
}

/** The URL by which the worker tells a live room who opens a WebSocket. It never leaves the worker. */
export function roomUrl({ uid, isStaff }: Phone): string {
  return `https://room/?${new URLSearchParams({ uid, staff: String(isStaff) })}`
}

/** Reads a URL of `roomUrl`. */
export function readRoomUrl(url: string): Phone {
  const { searchParams } = new URL(url)
  return { uid: searchParams.get('uid') ?? '', isStaff: searchParams.get('staff') === 'true' }
}
