import { expected } from '../../../../contract/errors.ts'
import { browserDetector, FILE_TIMEOUT_MS } from '../../../background/kept-scanner.ts'
import { inTime } from '../../../store/in-time.ts'
import { ReaderMissing } from './reader-missing.ts'
import type { ReaderReply } from './scan-worker.ts'

/** Reads the QR codes that a video shows now. */
export interface CodeReader {
  read(video: HTMLVideoElement): Promise<string[]>
  close(): void
}

/** The longer side of the frames that the library gets, px. A code needs about 100 px; more costs only time. */
const FRAME_PX = 960

/** A reader that says nothing for so long has ended. A phone that needs memory ends a worker without a word. */
const READ_TIMEOUT_MS = 5000
/** Besides the file, the library needs a moment to start. */
const OPEN_TIMEOUT_MS = FILE_TIMEOUT_MS + 10_000

/** The browser's own reader is given up after so many frames in a row that it could not read. */
const MANY_FAILURES = 3

/** The browser's own reader, or else the library. @throws ReaderMissing, or an Error if the library does not start */
export async function openCodeReader(): Promise<CodeReader> {
  const detector = await browserDetector()
  return detector ? detectorOrLibrary(detector) : openLibrary()
}

/**
 * The browser's own reader as long as it reads. It needs a service of the phone, which may fail for a moment, or be
 * missing. The library needs none, but may not be on this phone. So each of them stands in for the other.
 */
function detectorOrLibrary(detector: NonNullable<Awaited<ReturnType<typeof browserDetector>>>): CodeReader {
  let failures = 0
  let library: Promise<CodeReader> | undefined
  /** Why the library did not work the last time. It is told where the detector does not work either. */
  let problem: unknown
  const leaveLibrary = () => {
    library?.then((opened) => opened.close()).catch(() => expected('told'))
    library = undefined
    failures = 0
  }
  const detect = async (video: HTMLVideoElement) => {
    const detected = detector.detect(video)
    let isLate = false
    // One that answers after all is used again.
    detected.then(
      () => isLate && leaveLibrary(),
      () => expected('told'),
    )
    try {
      const codes = await answered(detected, READ_TIMEOUT_MS)
      failures = 0
      problem = undefined
      return codes.map(({ rawValue }) => rawValue)
    } catch (error) {
      isLate = error instanceof TooLate
      failures = isLate ? MANY_FAILURES : failures + 1
      if (failures < MANY_FAILURES) return []
      if (problem !== undefined) throw problem
      library = openLibrary()
      // The next read tells of a failure.
      library.catch(() => expected('told'))
      return []
    }
  }
  return {
    async read(video) {
      if (!library) return detect(video)
      try {
        return await (await library).read(video)
      } catch (error) {
        problem = error
        leaveLibrary()
        return []
      }
    },
    close: leaveLibrary,
  }
}

async function openLibrary(): Promise<CodeReader> {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
  const next = () =>
    new Promise<ReaderReply>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ReaderReply>) => resolve(data)
      // The error of a script that did not arrive has no message.
      worker.onerror = ({ message }) => reject(message ? new Error(message) : new ReaderMissing())
    })
  const read = async (video: HTMLVideoElement) => {
    const frame = await frameOf(video)
    const replied = next()
    worker.postMessage(frame, [frame])
    return textsOf(await replied)
  }
  try {
    textsOf(await answered(next(), OPEN_TIMEOUT_MS))
  } catch (error) {
    worker.terminate()
    throw error
  }
  return { read: (video) => answered(read(video), READ_TIMEOUT_MS), close: () => worker.terminate() }
}

function textsOf(reply: ReaderReply): string[] {
  if ('texts' in reply) return reply.texts
  throw reply.state === 'missing' ? new ReaderMissing() : new Error('the scanner cannot read')
}

class TooLate extends Error {}

/** @throws TooLate if the step takes too long */
async function answered<T extends object>(step: PromiseLike<T>, ms: number): Promise<T> {
  const result = await inTime(step, ms, null)
  if (result === null) throw new TooLate('the scanner does not answer')
  return result
}

function frameOf(video: HTMLVideoElement): Promise<ImageBitmap> {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, FRAME_PX / Math.max(videoWidth, videoHeight))
  return createImageBitmap(video, {
    resizeWidth: Math.round(videoWidth * scale),
    resizeHeight: Math.round(videoHeight * scale),
  })
}
