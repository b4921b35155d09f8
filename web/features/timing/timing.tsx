import { type PointerEvent, useState } from 'react'
import { HOWS, type How, splitsOf } from '../../../contract/results/recording.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/timing.js'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { useWakeLock } from '../../ui/hooks/use-wake-lock.ts'
import { BibPad } from './bib-pad.tsx'
import { RecordedRows } from './recorded-rows.tsx'
import type { PointSettings } from './use-point.ts'
import { useRecorder } from './use-recorder.ts'

type TimingProps = {
  marathon: MarathonView
  settings: PointSettings
  onSettings: (change: Partial<PointSettings>) => void
}

const HOW_TEXTS: Record<How, () => string> = { tap: texts.howTap, bib: texts.howBib, order: texts.howOrder }

/** The work at a point: a touch for each runner, and the bib. */
export function Timing({ marathon, settings, onSettings }: TimingProps) {
  const { point, how } = settings
  const { rows, accuracy, add, name, undo } = useRecorder(marathon._id, point)
  const [chosen, setChosen] = useState<string | null>(null)
  useWakeLock(true)
  // A point that was chosen once stays, also where the organiser has removed it.
  const points = [...new Set(['start', ...splitsOf(marathon), 'finish', point])]
  const crossings = (rows ?? []).filter(({ isUndone }) => !isUndone)
  // The bib that is typed is of the crossing that was chosen, or of the first that has none.
  const unnamed =
    crossings.find(({ id }) => id === chosen) ?? crossings.find(({ bib, kind }) => kind === 'crossing' && !bib)
  const tap = ({ nativeEvent }: PointerEvent) => {
    if (add({ kind: 'crossing', how, bib: null }, nativeEvent.timeStamp)) navigator.vibrate?.(40)
  }
  const onBib = (bib: string, isRetired: boolean) => {
    const tick = performance.now()
    if (isRetired) add({ kind: 'retired', how: 'tap', bib }, tick)
    else if (how === 'order') add({ kind: 'crossing', how, bib }, tick)
    else if (unnamed) void name(unnamed.id, bib)
    setChosen(null)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 lg:grid-cols-2 lg:items-start lg:gap-6">
      <div className="grid gap-2">
        <div className="grid grid-cols-[2fr_3fr] gap-3">
          <SelectField
            label={texts.point()}
            name="point"
            value={point}
            onChange={({ target }) => onSettings({ point: target.value })}
          >
            {points.map((one) => (
              <option key={one} value={one}>
                {pointName(one)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={texts.how()}
            name="how"
            value={how}
            onChange={({ target }) => onSettings({ how: target.value as How })}
          >
            {HOWS.map((one) => (
              <option key={one} value={one}>
                {HOW_TEXTS[one]()}
              </option>
            ))}
          </SelectField>
        </div>
        <p className="text-sm text-ink-soft" role="status">
          {accuracy === null ? texts.timeUnknown() : texts.timeKnown({ seconds: (accuracy / 1000).toFixed(1) })}
        </p>
        {point === 'start' && (
          <Button
            variant="secondary"
            size="lg"
            onClick={({ timeStamp }) => add({ kind: 'gun', how: 'tap', bib: null }, timeStamp)}
          >
            {texts.gun()}
          </Button>
        )}
        {how !== 'order' && (
          <button
            type="button"
            onPointerDown={tap}
            // A keyboard has no pointer.
            onClick={({ detail, timeStamp }) => {
              if (detail === 0) add({ kind: 'crossing', how, bib: null }, timeStamp)
            }}
            className="grid min-h-[45svh] touch-none place-content-center rounded-lg bg-action text-center text-3xl font-bold text-on-action select-none active:bg-action-hover"
          >
            <span>{texts.tapHere()}</span>
            <span className="numeral text-5xl">{crossings.filter(({ kind }) => kind === 'crossing').length}</span>
          </button>
        )}
      </div>
      <div className="grid gap-2">
        {how !== 'tap' && (
          <BibPad of={how === 'order' ? undefined : unnamed} needsCrossing={how === 'bib'} onBib={onBib} />
        )}
        <RecordedRows
          rows={rows}
          timeZone={marathon.timeZone}
          chosen={unnamed?.id ?? null}
          onChoose={setChosen}
          onUndo={undo}
        />
      </div>
    </div>
  )
}

/** What a point is called: a split as the organiser named it. */
function pointName(point: string): string {
  if (point === 'start') return texts.start()
  return point === 'finish' ? texts.finish() : point
}
