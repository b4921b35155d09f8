import { browserDetector } from '../../pwa/kept-scanner.ts'
import type { ReaderReply } from './scan-worker.ts'

/** Reads the QR codes that a video shows now. */
export interface CodeReader {
  read(video: HTMLVideoElement): Promise<string[]>
  close(): void
}

/** The longer side of the frames that the library gets, px. A code needs about 100 px; more costs only time. */
const FRAME_PX = 960

/** The browser's own reader, or else the library. @throws Error if the library is not on this phone */
export async function openCodeReader(): Promise<CodeReader> {
  const detector = await browserDetector()
  if (!detector) return openLibrary()
  let library: Promise<CodeReader> | undefined
  return {
    async read(video) {
      if (library) return (await library).read(video)
      try {
        return (await detector.detect(video)).map(({ rawValue }) => rawValue)
      } catch {
        // The detector needs a service of the phone, which may be missing. The library needs none.
        library = openLibrary()
        return []
      }
    },
    close: () => void library?.then((opened) => opened.close()).catch(() => undefined),
  }
}

async function openLibrary(): Promise<CodeReader> {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
  const next = () =>
    new Promise<ReaderReply>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ReaderReply>) => resolve(data)
      worker.onerror = () => reject(new Error('the scanner ended'))
    })
  const first = await next().catch(() => ({ ready: false }))
  if (!('ready' in first && first.ready)) {
    worker.terminate()
    throw new Error('the scanner is not on this phone')
  }
  return {
    async read(video) {
      const frame = await frameOf(video)
      const replied = next()
      worker.postMessage(frame, [frame])
      const reply = await replied
      return 'texts' in reply ? reply.texts : []
    },
    close: () => worker.terminate(),
  }
}

function frameOf(video: HTMLVideoElement): Promise<ImageBitmap> {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, FRAME_PX / Math.max(videoWidth, videoHeight))
  return createImageBitmap(video, {
    resizeWidth: Math.round(videoWidth * scale),
    resizeHeight: Math.round(videoHeight * scale),
  })
}
