import { lazy, Suspense, useState } from 'react'
import { useServerNow } from '../../marathon/use-server-now.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { useWakeLock } from '../../ui/hooks/use-wake-lock.ts'
import { SoundIcon } from '../../ui/icons/screen-icons.tsx'
import { AnswerCard } from './answer-card.tsx'
import type { Double } from './doubles.ts'
import { FindPerson } from './find-person.tsx'
import { GateField } from './gate-field.tsx'
import { ScannerBox } from './scanner/scanner-box.tsx'
import { useAnswers } from './use-answers.ts'
import type { GateSettings } from './use-gate.ts'
import { useSignals } from './use-signals.ts'

const GateStatus = lazy(() => import('./gate-status.tsx').then((m) => ({ default: m.GateStatus })))
const HandScanner = lazy(() => import('./hand-scanner.tsx').then((m) => ({ default: m.HandScanner })))
const LiveDoubles = lazy(() => import('./doubles.tsx').then((m) => ({ default: m.LiveDoubles })))

type CheckInProps = {
  marathon: MarathonView
  settings: GateSettings
  /** More entrants may be on their way from the server. */
  isFetching: boolean
  onSettings: (next: GateSettings) => void
}

/** The work at a gate: scan or find a runner, see the answer, take it back. */
export function CheckIn({ marathon, settings, isFetching, onSettings }: CheckInProps) {
  const { gate, isMuted } = settings
  const [isSearching, setSearching] = useState(false)
  const [doubles, setDoubles] = useState<Double[]>()
  const now = useServerNow()
  const signal = useSignals(isMuted)
  const { shown, scan, undo } = useAnswers(marathon, gate, signal)
  useWakeLock(true)
  const shared = { timeZone: marathon.timeZone, now, undo }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <GateField gate={gate} onGate={(next) => onSettings({ gate: next, isMuted })} scan={scan} />
        <button
          type="button"
          aria-pressed={!isMuted}
          onClick={() => onSettings({ gate, isMuted: !isMuted })}
          className="inline-flex min-h-12 items-center gap-2 rounded-md border-2 border-edge bg-surface px-3 font-semibold aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
        >
          <SoundIcon off={isMuted} />
          {texts.sound()}
        </button>
      </div>
      <Suspense>
        <HandScanner onText={(text) => scan({ text })} />
      </Suspense>
      {/* The space stays the same until the count is there. */}
      <Suspense fallback={<div className="min-h-14" />}>
        <GateStatus marathon={marathon} doubles={doubles} isSearching={isSearching} />
      </Suspense>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 lg:items-start lg:gap-6">
        <div className="grid grid-cols-1 gap-3">
          {/* Where the keyboard is open, the camera leaves its place to the runners that were found. */}
          <ScannerBox onCode={(text) => scan({ text })} isHidden={isSearching} />
          <AnswerCard shown={shown} undo={undo} />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <FindPerson
            {...shared}
            marathonId={marathon._id}
            isFetching={isFetching}
            onSearching={setSearching}
            scan={scan}
          />
          <Suspense>
            <LiveDoubles {...shared} marathonId={marathon._id} onRead={setDoubles} />
          </Suspense>
        </div>
      </div>
    </>
  )
}
