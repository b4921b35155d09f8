import { useEffect, useState } from 'react'
import { expected } from '../../../contract/errors.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { Check } from './check.tsx'

/** The battery level for a morning at a start line. A lower level gets a warning. */
const LOW = 0.4

interface Battery extends EventTarget {
  readonly level: number
  readonly charging: boolean
}

/**
 * Checks the battery, and whether the screen can stay on at the start. If the browser does not tell the battery level,
 * that check is left out.
 */
export function BatteryChecks() {
  const battery = useBattery()
  const canStayOn = 'wakeLock' in navigator
  return (
    <>
      {battery && (
        <Check state={battery.level < LOW && !battery.charging ? 'mend' : 'ok'} title={texts.battery()}>
          {batteryMessage(battery)}
        </Check>
      )}
      <Check state={canStayOn ? 'ok' : 'note'} title={texts.screen()}>
        {canStayOn ? texts.screenIsKept() : texts.screenIsNotKept()}
      </Check>
    </>
  )
}

function batteryMessage({ level, charging }: { level: number; charging: boolean }): string {
  const percent = Math.round(level * 100)
  if (charging) return texts.batteryCharging({ percent })
  return level < LOW ? texts.batteryLow({ percent }) : texts.batteryLevel({ percent })
}

function useBattery(): { level: number; charging: boolean } | undefined {
  const [state, setState] = useState<{ level: number; charging: boolean }>()
  useEffect(() => {
    const ask = (navigator as { getBattery?(): Promise<Battery> }).getBattery
    let isCancelled = false
    let battery: Battery | undefined
    const read = () => battery && setState({ level: battery.level, charging: battery.charging })
    void ask
      ?.call(navigator)
      .then((found) => {
        if (isCancelled) return
        battery = found
        read()
        battery.addEventListener('levelchange', read)
        battery.addEventListener('chargingchange', read)
      })
      .catch(() => expected('refused'))
    return () => {
      isCancelled = true
      battery?.removeEventListener('levelchange', read)
      battery?.removeEventListener('chargingchange', read)
    }
  }, [])
  return state
}
