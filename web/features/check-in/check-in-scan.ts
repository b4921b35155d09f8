import { CameraFailure, type CameraProblem, closeCamera, openCamera } from './scanner/camera.ts'
import type { CodeReader } from './scanner/code-reader.ts'
import { ReaderMissing } from './scanner/reader-missing.ts'
import { newCodes } from './scanner/repeated-codes.ts'

/**
 * What the scanner does. `asleep`: nobody asked for it, or the page is hidden. `unread`: this phone does not
 * have the code that reads the picture. `failed`: something ended it. Another try may succeed.
 */
export type ScannerState = 'asleep' | 'starting' | 'on' | CameraProblem | 'unread' | 'failed'

/** The pause between two pictures. Reading without one would use up the battery. */
const PAUSE_MS = 80
interface Scan {
  video: HTMLVideoElement
  /** Gets the text of a code that came into view. */
  onCode: (text: string) => void
  onState: (state: ScannerState) => void
  /** While true, no picture is read, and the camera stays on. */
  isPaused: () => boolean
  /** Ends the scan, and the camera with it. */
  signal: AbortSignal
}

/** Scans until `signal` ends it or the camera fails. It never rejects: `onState` gets what went wrong. */
export async function scan({ video, onCode, onState, isPaused, signal }: Scan): Promise<void> {
  let stream: MediaStream | null = null
  let reader: CodeReader | null = null
  signal.addEventListener('abort', () => closeCamera(stream))
  onState('starting')
  try {
    stream = await openCamera()
    if (signal.aborted) return
    video.srcObject = stream
    await video.play()
    // The screen paints without this code.
    reader = await (await import('./scanner/code-reader.ts')).openCodeReader()
    if (!signal.aborted) onState('on')
    const codes = newCodes()
    while (!signal.aborted) {
      // The system ends a track when another app takes the camera.
      if (stream.getVideoTracks().some(({ readyState }) => readyState === 'ended')) throw new CameraFailure('busy')
      const isReadable = !isPaused() && video.readyState >= video.HAVE_CURRENT_DATA
      if (!isReadable) codes.pause(performance.now())
      for (const text of isReadable ? await reader.read(video) : []) {
        if (!signal.aborted && codes.isNew(text, performance.now())) onCode(text)
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  } catch (error) {
    if (!signal.aborted) onState(problemOf(error))
  } finally {
    closeCamera(stream)
    reader?.close()
    if (video.srcObject === stream) video.srcObject = null
  }
}

function problemOf(error: unknown): ScannerState {
  if (error instanceof CameraFailure) return error.problem
  return error instanceof ReaderMissing ? 'unread' : 'failed'
}
