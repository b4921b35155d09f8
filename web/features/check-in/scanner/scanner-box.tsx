import type { ReactNode } from 'react'
import * as texts from '../../../texts/compiled/check-in.js'
import * as common from '../../../texts/compiled/common.js'
import { CloseIcon } from '../../../ui/icons/icon.tsx'
import { CameraIcon } from '../../../ui/icons/screen-icons.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { ScannerState } from '../check-in-scan.ts'
import { useScanner } from './use-scanner.ts'

/** Why the scanner does not work, and what helps. The rest of the screen works without it. */
const PROBLEMS: Partial<Record<ScannerState, () => string>> = {
  refused: texts.cameraRefused,
  none: texts.cameraNone,
  busy: texts.cameraBusy,
  insecure: texts.cameraInsecure,
  unread: texts.scannerMissing,
  failed: texts.scannerFailed,
}

/** The camera picture. It gives the text of each code that comes into view to `onCode`. */
export function ScannerBox({ onCode, isHidden }: { onCode: (code: string) => void; isHidden: boolean }) {
  const { video, state, start, stop } = useScanner(onCode, isHidden)
  const problem = PROBLEMS[state]
  const isLive = state === 'on'
  return (
    <section aria-label={texts.scanner()} className={isHidden ? 'hidden' : ''}>
      <div className="relative grid h-[min(28dvh,18rem)] min-h-44 place-items-center overflow-hidden rounded-lg border border-line bg-night text-chalk lg:h-80">
        <video
          ref={video}
          muted
          playsInline
          aria-label={texts.cameraPicture()}
          className={isLive ? 'absolute inset-0 size-full object-cover' : 'hidden'}
        />
        {isLive && (
          <span
            aria-hidden="true"
            className="absolute inset-0 m-auto size-36 rounded-lg border-4 border-chalk/90 lg:size-44"
          />
        )}
        <div role="status" className="px-6 text-center text-lg font-semibold empty:hidden">
          {problem && <span>{problem()}</span>}
          {state === 'starting' && <span>{texts.allowCamera()}</span>}
          {isLive && <span className="sr-only">{texts.cameraOn()}</span>}
        </div>
        {state === 'starting' && <Spinner size={40} />}
        {state === 'asleep' && <Start onStart={start}>{texts.startCamera()}</Start>}
        {problem && state !== 'none' && state !== 'insecure' && <Start onStart={start}>{common.tryAgain()}</Start>}
        {isLive && (
          <button
            type="button"
            aria-label={texts.turnCameraOff()}
            onClick={stop}
            className="absolute top-2 end-2 grid size-12 place-items-center rounded-full bg-night"
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
