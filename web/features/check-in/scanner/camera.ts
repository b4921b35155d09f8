import { expected } from '../../../../contract/errors.ts'
/**
 * Why there is no picture.
 * - `refused`: the user or the browser does not allow it.
 * - `none`: the device has no camera.
 * - `busy`: another app or tab uses it.
 * - `insecure`: the browser gives no camera to this page, for example because its address is plain http.
 */
export type CameraProblem = 'refused' | 'none' | 'busy' | 'insecure'

/** The camera cannot be used. */
export class CameraFailure extends Error {
  readonly problem: CameraProblem

  constructor(problem: CameraProblem, cause?: unknown) {
    super(`no camera: ${problem}`, { cause })
    this.name = 'CameraFailure'
    this.problem = problem
  }
}

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** Opens the camera on the back of the phone, or another one. @throws CameraFailure */
export async function openCamera(): Promise<MediaStream> {
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices }
  if (!mediaDevices?.getUserMedia) throw new CameraFailure('insecure')
  try {
    return await mediaDevices.getUserMedia(WANTED)
  } catch (error) {
    throw new CameraFailure(problemOf(error), error)
  }
}

function problemOf(error: unknown): CameraProblem {
  switch ((error as { name?: unknown } | null)?.name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none'
    default:
      // NotReadableError and AbortError: the system does not hand it out. Another try may succeed.
      return 'busy'
  }
}

/** Tells whether the camera was allowed before, so that it opens without a question. */
export async function isCameraAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted'
  } catch {
    // This browser does not say.
    return expected('refused', false)
  }
}

/** Turns the camera off. It then uses no battery, and its light goes out. */
export function closeCamera(stream: MediaStream | null) {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
