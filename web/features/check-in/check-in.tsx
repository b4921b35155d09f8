import { useState } from 'react'
import { RaceAlert } from '../../marathon/notices/urgent-notice.tsx'
import { useServerNow } from '../../marathon/use-server-now.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { useWakeLock } from '../../ui/hooks/use-wake-lock.ts'
import { SoundIcon } from '../../ui/icons/screen-icons.tsx'
import { AnswerCard } from './answer-card.tsx'
import { CheckInCount } from './check-in-count.tsx'
import { useDoubles } from './doubles.ts'
import { Doubles, DoublesNote } from './doubles.tsx'
import { FindPerson } from './find-person.tsx'
import { GateField } from './gate-field.tsx'
import { HandScanner } from './hand-scanner.tsx'
import { ScannerBox } from './scanner/scanner-box.tsx'
import { useAnswers } from './use-answers.ts'
import type { GateSettings } from './use-gate.ts'
import { useSignals } from './use-signals.ts'

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
  const doubles = useDoubles(marathon._id)
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
      <HandScanner onText={(text) => scan({ text })} />
      <RaceAlert marathon={marathon} isHeld={isSearching} />
      {/* One cell: an empty note in a cell of its own would move what is below it by the grid's gap. */}
      <div>
        <CheckInCount marathonId={marathon._id} />
        <DoublesNote doubles={doubles} />
      </div>
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
          <Doubles {...shared} doubles={doubles} />
        </div>
      </div>
    </>
  )
}
