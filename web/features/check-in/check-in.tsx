import { Suspense, useRef, useState } from 'react'
import { entryCodeOf } from '../../../contract/text/entry-code.ts'
import { useServerNow } from '../../marathon/use-server-now.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { useWakeLock } from '../../ui/hooks/use-wake-lock.ts'
import { optional } from '../../ui/optional.ts'
import { SoundButton } from '../../ui/sound/sound-button.tsx'
import { useSignals } from '../../ui/sound/use-signals.ts'
import { AnswerCard } from './answer-card.tsx'
import { useBibClashes } from './bibs/bib-clashes.ts'
import { CLASHES, clashesMessage } from './bibs/bib-clashes.tsx'
import { CheckInCount } from './check-in-count.tsx'
import { useDoubles } from './doubles.ts'
import { Doubles, DoublesNote } from './doubles.tsx'
import { GateField } from './gate-field.tsx'
import { HandScanner } from './hand-scanner.tsx'
import { People } from './people.tsx'
import { ProblemNote } from './problem-note.tsx'
import { ScannerBox } from './scanner/scanner-box.tsx'
import { useAnswers } from './use-answers.ts'
import type { GateSettings } from './use-gate.ts'
import type { TakeBib } from './walk-in/walk-in-form.tsx'

const RaceAlert = optional(() => import('../../marathon/notices/urgent-notice.tsx').then((m) => m.RaceAlert))

type CheckInProps = {
  marathon: MarathonView
  settings: GateSettings
  /** More entrants may be on their way from the server. */
  isFetching: boolean
  onSettings: (change: Partial<GateSettings>) => void
}

/** The work at a gate: scan or find a runner, see the answer, take it back. */
export function CheckIn({ marathon, settings, isFetching, onSettings }: CheckInProps) {
  const { gate, isMuted } = settings
  const [isTyping, setTyping] = useState(false)
  const [isScanningBib, setScanningBib] = useState(false)
  const takeBib = useRef<TakeBib>(null)
  const doubles = useDoubles(marathon._id)
  const clashes = useBibClashes(marathon._id)
  const now = useServerNow()
  const signal = useSignals(isMuted)
  const { shown, scan, undo, enter, undoEntry, onSigned, handOut } = useAnswers(marathon, gate, signal)
  useWakeLock(true)
  // A code that is scanned while the form of a walk-in waits for a bib is that bib.
  const onText = (text: string) => {
    if (entryCodeOf(text) !== null || !takeBib.current?.(text)) scan({ text })
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <GateField gate={gate} onGate={(next) => onSettings({ gate: next })} scan={scan} />
        <SoundButton label={texts.sound()} isMuted={isMuted} onMuted={(next) => onSettings({ isMuted: next })} />
      </div>
      <HandScanner onText={onText} />
      <Suspense>
        <RaceAlert marathon={marathon} isHeld={isTyping} />
      </Suspense>
      {/* One cell: an empty note in a cell of its own would move what is below it by the grid's gap. */}
      <div>
        <CheckInCount marathonId={marathon._id} />
        <DoublesNote doubles={doubles} />
        <ProblemNote section={CLASHES} message={clashesMessage(clashes)} />
      </div>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2 lg:items-start lg:gap-6">
        <div className="grid grid-cols-1 gap-3">
          {/* Where the keyboard is open, the camera leaves its place to the runners that were found. */}
          <ScannerBox onCode={onText} isHidden={isTyping && !isScanningBib} />
          <AnswerCard
            marathon={marathon}
            shown={shown}
            onSigned={onSigned}
            undo={undo}
            undoEntry={(walkIn, who) => {
              undoEntry(walkIn, who)
              onSettings({ handedOut: settings.handedOut.filter((bib) => bib !== walkIn.bib) })
            }}
          />
        </div>
        <div className="grid grid-cols-1 gap-4">
          <People
            marathon={marathon}
            settings={settings}
            onSettings={onSettings}
            clashes={clashes}
            isFetching={isFetching}
            onTyping={setTyping}
            takeBib={takeBib}
            isScanningBib={isScanningBib}
            onScanningBib={setScanningBib}
            now={now}
            scan={scan}
            undo={undo}
            enter={enter}
            handOut={handOut}
          />
          <Doubles doubles={doubles} timeZone={marathon.timeZone} now={now} undo={undo} />
        </div>
      </div>
    </>
  )
}
