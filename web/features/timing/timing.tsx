import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CLOCK_ERROR, HOWS, type How, splitsOf } from '../../../contract/results/recording.ts'
import { pointName } from '../../marathon/race/point-name.ts'
import { WayBack } from '../../marathon/way-back.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { useUnsentCounts } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/timing.js'
import { Button } from '../../ui/button.tsx'
import { DOUBLE_TAP_MS } from '../../ui/dialogs/double-tap.ts'
import { confirmPopUp } from '../../ui/dialogs/pop-up.ts'
import { CONTROL_CLASS } from '../../ui/field.tsx'
import { formatTenths } from '../../ui/format/format.ts'
import { useLasted } from '../../ui/hooks/use-lasted.ts'
import { useWakeLock } from '../../ui/hooks/use-wake-lock.ts'
import { SoundButton } from '../../ui/sound/sound-button.tsx'
import { useSignals } from '../../ui/sound/use-signals.ts'
import { BibPad } from './bib-pad.tsx'
import { inSeconds, RaceClock } from './race-clock.tsx'
import { RecordedRows } from './recorded-rows.tsx'
import { TouchButton } from './touch-button.tsx'
import type { Touch } from './touches.ts'
import { useGun } from './use-gun.ts'
import { useNames } from './use-names.ts'
import type { PointSettings } from './use-point.ts'
import { type ClockState, type Recorded, useRecorder } from './use-recorder.ts'

type TimingProps = {
  marathon: MarathonView
  settings: PointSettings
  onSettings: (change: Partial<PointSettings>) => void
}

const HOW_TEXTS: Record<How, () => string> = { tap: texts.howTap, bib: texts.howBib, order: texts.howOrder }
/** Most edits are sent before this time. */
const SHOW_AFTER_MS = 1500
/** The height of the screen below the bar at its top. */
const HEIGHT = 'calc(100svh - var(--nav-height) - env(safe-area-inset-bottom) - 1rem)'

/** The work at a point: a touch for each runner, and the bib. */
export function Timing({ marathon, settings, onSettings }: TimingProps) {
  const { point, how, isMuted, phone } = settings
  const { rows, ofGun, clockState, now, add, retry, name, undo } = useRecorder(marathon._id, phone, useSignals(isMuted))
  const gun = useGun(marathon._id, ofGun, rows)
  const nameOf = useNames(marathon._id)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isRetiring, setRetiring] = useState(false)
  useWakeLock(true)
  const here = rows?.filter((row) => row.point === point)
  const crossings = (here ?? []).filter(({ kind, isUndone }) => kind === 'crossing' && !isUndone)
  const unnamed = crossings.find(({ id }) => id === chosen) ?? firstUnnamed(crossings)
  const count = crossings.length
  const cross = (bib: string | null, touch: Touch) => add({ kind: 'crossing', point, how, bib }, touch)
  const isGunNext = point === 'start' && gun === null
  const hasTouch = how !== 'order' || isGunNext
  const firedAt = useRef(Number.NEGATIVE_INFINITY)
  const fire = (touch: Touch) => {
    firedAt.current = touch.tick
    add({ kind: 'gun', point, how: 'tap', bib: null }, touch)
  }
  const touched = (touch: Touch) => {
    if (isGunNext) fire(touch)
    // The second tap of a double tap on the gun is no runner.
    else if (point !== 'start' || touch.tick - firedAt.current > DOUBLE_TAP_MS) cross(null, touch)
  }
  const fireAgain = async (first: number, touch: Touch) => {
    const time = formatTenths(first, marathon.timeZone)
    const ask = { title: texts.gunAgainAsk(), text: texts.gunAgainText({ time }), confirm: texts.gunAgainYes() }
    if (await confirmPopUp(ask)) fire(touch)
  }
  const retire = (bib: string) => {
    add({ kind: 'retired', point, how: 'tap', bib }, ofKey())
    setRetiring(false)
  }
  const onBib = (bib: string) => {
    if (how === 'order') cross(bib, ofKey())
    else if (unnamed) name([{ row: unnamed, bib }])
    setChosen(null)
  }
  const label =
    how === 'order'
      ? texts.bib()
      : unnamed
        ? texts.bibOf({ time: formatTenths(Date.parse(unnamed.at), marathon.timeZone) })
        : texts.bibNext()
  const isHanging = how !== 'tap' || isRetiring
  return (
    <div
      style={{ '--line-height': HEIGHT } as object}
      className={`flex min-h-(--line-height) flex-col gap-1.5 beside:mb-6 beside:grid beside:min-h-0 beside:grid-cols-2 beside:items-start beside:gap-x-6 ${isHanging ? 'mb-76' : 'mb-24'}`}
    >
      <div
        className={`flex flex-col gap-1.5 ${hasTouch ? 'flex-1 beside:h-(--line-height) beside:max-h-[44rem]' : ''}`}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <div className="min-w-0 flex-1 basis-24">
            <WayBack to={marathon} />
          </div>
          <ToSend />
          <RaceClock gun={gun} timeZone={marathon.timeZone} now={now} accuracy={clockState?.accuracy ?? null} />
        </div>
        <div className="flex gap-1.5">
          <select
            aria-label={texts.point()}
            name="point"
            value={point}
            onChange={({ target }) => onSettings({ point: target.value })}
            className={`${CONTROL_CLASS} w-auto! min-w-0 flex-2 truncate`}
          >
            {pointsOf(marathon, rows, point).map((one) => (
              <option key={one} value={one}>
                {pointName(one)}
              </option>
            ))}
          </select>
          <select
            aria-label={texts.how()}
            name="how"
            value={how}
            onChange={({ target }) => onSettings({ how: target.value as How })}
            className={`${CONTROL_CLASS} w-auto! min-w-0 flex-3 truncate`}
          >
            {HOWS.map((one) => (
              <option key={one} value={one}>
                {HOW_TEXTS[one]()}
              </option>
            ))}
          </select>
          <SoundButton
            isBrief
            label={texts.sound()}
            isMuted={isMuted}
            onMuted={(next) => onSettings({ isMuted: next })}
          />
        </div>
        <ClockDoubt state={clockState} />
        {hasTouch && (
          <TouchButton
            onTouch={touched}
            className="grid min-h-36 flex-1 place-content-center rounded-lg bg-action px-2 text-center text-2xl font-bold text-on-action active:bg-action-hover beside:min-h-20"
          >
            <span>{isGunNext ? texts.gun() : texts.tapHere()}</span>
            {!isGunNext && <span className="numeral text-5xl">{count}</span>}
          </TouchButton>
        )}
        {point === 'start' && gun !== null && (
          <TouchButton
            onTouch={(touch) => void fireAgain(gun, touch)}
            className="min-h-11 self-center rounded-md border-2 border-edge bg-surface px-4 text-sm font-semibold hover:border-ink"
          >
            {texts.gunAgain()}
          </TouchButton>
        )}
        {how === 'tap' && !isRetiring && (
          <Button variant="quiet" onClick={() => setRetiring(true)}>
            {texts.somebodyRetired()}
          </Button>
        )}
      </div>
      <div className="grid gap-1.5">
        {how === 'tap' && isRetiring && (
          <BibPad label={texts.whoRetired()} nameOf={nameOf} onBib={retire} onCancel={() => setRetiring(false)} />
        )}
        {how !== 'tap' && (
          <BibPad
            key={point}
            label={label}
            nameOf={nameOf}
            onBib={how === 'order' || unnamed ? onBib : null}
            onRetired={retire}
          />
        )}
        {/* With the keys one row has room on a phone, else five. The others hang out of the screen: rows that come, grow or fail
            never move the button for the times. */}
        <div className={`beside:h-auto ${isHanging ? 'h-12' : 'h-66'}`}>
          <RecordedRows
            key={point}
            {...{ marathon, point, rows: here, nameOf }}
            chosen={how === 'bib' ? (unnamed?.id ?? null) : null}
            onChoose={how === 'bib' ? setChosen : undefined}
            onName={name}
            onUndo={undo}
            onRetry={retry}
          />
        </div>
      </div>
    </div>
  )
}

/** How many edits wait, where the banner at the bottom edge has no room. */
function ToSend() {
  const { waiting } = useUnsentCounts()
  if (!useLasted(waiting > 0, SHOW_AFTER_MS)) return null
  return (
    <Link
      to="/unsent"
      className="inline-flex min-h-11 shrink-0 items-center text-sm font-semibold text-soon underline underline-offset-4"
    >
      {texts.toSend({ count: waiting })}
    </Link>
  )
}

/** Says when the phone does not know its own time well enough. */
function ClockDoubt({ state }: { state: ClockState | null }) {
  const { accuracy, hasJumped } = state ?? { accuracy: 0, hasJumped: false }
  const isSure = accuracy !== null && accuracy <= CLOCK_ERROR
  return (
    <p role="status" className="rounded-md bg-soon-tint px-3 py-1 text-sm font-semibold text-soon empty:hidden">
      {isSure
        ? ''
        : accuracy !== null
          ? texts.timeDoubt({ seconds: inSeconds(accuracy) })
          : hasJumped
            ? texts.timeJumped()
            : texts.timeUnknown()}
    </p>
  )
}

/** The touch of a key of the pad: it has no place on the button. */
function ofKey(): Touch {
  return { tick: performance.now(), x: Number.NaN, y: Number.NaN }
}

/**
 * The crossing whose bib is typed next: the first one without a bib behind the last one that has a bib. Who did not see a bib
 * taps the next row.
 */
function firstUnnamed(crossings: readonly Recorded[]): Recorded | undefined {
  const last = crossings.findLastIndex(({ bib }) => bib !== null)
  return crossings.slice(last + 1).find(({ how }) => how === 'bib')
}

/** The points of a marathon. One with times of this phone stays, also where the organiser has removed it. */
function pointsOf(marathon: MarathonView, rows: readonly Recorded[] | undefined, point: string): string[] {
  const recorded = (rows ?? []).map((row) => row.point)
  return [...new Set(['start', ...splitsOf(marathon), 'finish', ...recorded, point])]
}
