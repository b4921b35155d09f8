/** A preview shows the picture of who has waited no longer than this. */
const WAIT_MS = 1000
/** Widths and heights above this are no picture's. */
const MAX_PIXELS = 99_999

/**
 * Width and height of the picture at an address, as `1200x630`. '' where it does not load within a second, or at once
 * with no network; also for a drawing (SVG), which previews of links do not show. It never fails.
 */
export async function pictureSize(address: string, isOnline = navigator.onLine): Promise<string> {
  if (!isOnline || /\.svgz?$/i.test(URL.parse(address)?.pathname ?? '.svg')) return ''
  const picture = new Image()
  picture.referrerPolicy = 'no-referrer'
  const size = new Promise<string>((resolve) => {
    picture.onload = () => resolve(sizeOf(picture))
    picture.onerror = () => resolve('')
    setTimeout(() => resolve(''), WAIT_MS)
  })
  picture.src = address
  return size
}

function sizeOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): string {
  const isKnown = [width, height].every((pixels) => pixels > 0 && pixels <= MAX_PIXELS)
  return isKnown ? `${width}x${height}` : ''
}
