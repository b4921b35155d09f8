import type { ReactNode } from 'react'
import { CameraIcon, CloseIcon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { ScannerState } from './scan.ts'
import { useScanner } from './use-scanner.ts'

/** Why the scanner does not work, and what helps. The rest of the screen works without it. */
const PROBLEMS: Partial<Record<ScannerState, string>> = {
  refused: 'The camera is not allowed. Allow it for this site in the browser’s settings, then try again.',
  none: 'This device has no camera.',
  busy: 'The camera is in use or does not start. Close other apps and tabs that use it, then try again.',
  insecure: 'The browser gives no camera to this page, because its address does not begin with https.',
  unread: 'The scanner is not on this phone yet. Connect to the internet once, then try again.',
  failed: 'The scanner stopped. Try again.',
}

/** The camera picture. It gives the text of each code that comes into view to `onCode`. */
export function ScannerBox({ onCode, isHidden }: { onCode: (code: string) => void; isHidden: boolean }) {
  const { video, state, start, stop } = useScanner(onCode, isHidden)
  const problem = PROBLEMS[state]
  const isLive = state === 'on'
  return (
    <section aria-label="Scanner" className={isHidden ? 'hidden' : ''}>
      <div className="relative grid h-[min(28dvh,18rem)] min-h-44 place-items-center overflow-hidden rounded-lg bg-night text-chalk lg:h-80">
        <video
          ref={video}
          muted
          playsInline
          aria-label="Camera picture"
          className={isLive ? 'absolute inset-0 size-full object-cover' : 'hidden'}
        />
        {isLive && (
          <span
            aria-hidden="true"
            className="absolute inset-0 m-auto size-36 rounded-lg border-4 border-chalk/90 lg:size-44"
          />
        )}
        <div role="status" className="px-6 text-center text-lg font-semibold empty:hidden">
          {problem && `${problem} Until then, find runners by name or bib.`}
          {state === 'starting' && 'Allow the camera if the browser asks.'}
          {isLive && <span className="sr-only">The camera is on. Hold the code of an entry in front of it.</span>}
        </div>
        {state === 'starting' && <Spinner size={40} />}
        {state === 'asleep' && <Start onStart={start}>Start camera</Start>}
        {problem && state !== 'none' && state !== 'insecure' && <Start onStart={start}>Try again</Start>}
        {isLive && (
          <button
            type="button"
            aria-label="Turn the camera off"
            onClick={stop}
            className="absolute top-2 right-2 grid size-12 place-items-center rounded-full bg-night"
          >
            <CloseIcon />
          </button>
        )}
      </div>
    </section>
  )
}

function Start({ onStart, children }: { onStart: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onStart}
      className="inline-flex min-h-16 items-center gap-3 rounded-md border-2 border-chalk px-6 text-xl font-bold"
    >
      <CameraIcon size={28} />
      {children}
    </button>
  )
}
