import { splitsOf } from '../../../../contract/results/recording.ts'
import { pointName } from '../../../marathon/race/point-name.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/sources.js'
import { SelectField, TextField } from '../../../ui/field.tsx'
import type { Gun, Start } from './plan-times.ts'
import { TIMES_KINDS, type TimesKind } from './read-times.ts'
import { shownMoment } from './shown-time.ts'
import type { TimesSettings } from './use-times.ts'

type TimeSettingsProps = {
  marathon: MarathonView
  settings: TimesSettings
  /** What the times are, by the user or by their looks. */
  kind: TimesKind
  guns: readonly Gun[]
  gun: Gun | undefined
  start: Start | null
  disabled?: boolean
  /** Can the lines be bibs of the funnel, without times? */
  hasOrder?: boolean
  onSettings: (change: Partial<TimesSettings>) => void
}

const KIND_TEXTS: Record<TimesKind, () => string> = {
  day: texts.kindDay,
  since: texts.kindSince,
  lap: texts.kindLap,
}

/** What the user says of a file or a sheet: where it was written, what its times are, and when its watch was started. */
export function TimeSettings(props: TimeSettingsProps) {
  const { marathon, settings, kind, guns, gun, start, disabled, hasOrder, onSettings } = props
  const startText = start === null ? texts.startedHint() : texts.startedIs({ time: shownMoment(start.at, marathon) })
  const isTyped = gun === undefined
  const isTimed = settings.what !== 'order'
  const hasStart = isTimed && kind !== 'day'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={texts.point()}
        value={settings.point}
        disabled={disabled}
        onChange={({ target }) => onSettings({ point: target.value })}
      >
        {['start', ...splitsOf(marathon), 'finish'].map((point) => (
          <option key={point} value={point}>
            {pointName(point)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.what()}
        value={settings.what}
        disabled={disabled}
        onChange={({ target }) => onSettings({ what: target.value as TimesSettings['what'] })}
      >
        <option value="crossing">{texts.whatCrossing()}</option>
        <option value="retired">{texts.whatRetired()}</option>
        {hasOrder && <option value="order">{texts.whatOrder()}</option>}
      </SelectField>
      {isTimed && (
        <SelectField
          label={texts.kind()}
          value={kind}
          disabled={disabled}
          onChange={({ target }) => onSettings({ kind: target.value as TimesKind })}
        >
          {TIMES_KINDS.map((one) => (
            <option key={one} value={one}>
              {KIND_TEXTS[one]()}
            </option>
          ))}
        </SelectField>
      )}
      {hasStart && guns.length > 0 && (
        <SelectField
          label={texts.startedAt()}
          value={gun?.id ?? ''}
          disabled={disabled}
          onChange={({ target }) => onSettings({ gun: target.value })}
        >
          {guns.map(({ id, at, by }) => (
            <option key={id} value={id}>
              {texts.gunOf({ time: shownMoment(at, marathon), by })}
            </option>
          ))}
          <option value="">{texts.otherStart()}</option>
        </SelectField>
      )}
      {hasStart && isTyped && (
        <TextField
          label={guns.length > 0 ? texts.startTime() : texts.startedAt()}
          hint={startText}
          error={start === null && settings.started !== '' ? texts.startWrong() : ''}
          autoComplete="off"
          disabled={disabled}
          value={settings.started}
          onChange={({ target }) => onSettings({ started: target.value })}
        />
      )}
    </div>
  )
}
