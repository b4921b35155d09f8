import type { Distance } from '../../../contract/limits.ts'
import { paceOf } from '../../../contract/results/pace.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { latinDigits } from '../../../contract/text/latin-digits.ts'
import * as texts from '../../texts/compiled/format.js'

/** '+2:10.4': how far behind the first somebody came in. @param ms > 0 */
export function formatGap(ms: number): string {
  return `+${formatRaceTime(ms).replace(/^0:0?/, '')}`
}

/** '4:32 min/km': how fast somebody ran, to the nearest second. @param time ms */
export function formatPace(time: number, distance: Distance): string {
  const seconds = Math.round(paceOf(time, distance) / 1000)
  return texts.pacePerKm({ pace: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })
}

/**
 * Reads a time that somebody ran: '1:32:05.4', '32:05' or '32.05,4', less than 100 hours.
 * @returns ms; null for anything else
 */
export function parseRaceTime(text: string): number | null {
  const [, hours = '0', minutes, seconds, part = '0'] =
    /^(?:(\d{1,2})[:.])?(\d{1,2})[:.](\d{2})(?:[.,](\d{1,3}))?$/.exec(latinDigits(text.trim())) ?? []
  if (minutes === undefined || seconds === undefined || Number(minutes) > 59 || Number(seconds) > 59) return null
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part.padEnd(3, '0'))
}
