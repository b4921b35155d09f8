import { useEffect, useState } from 'react'
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
  const percent = battery ? Math.round(battery.level * 100) : null
  return (
    <>
      {battery && percent !== null && (
        <Check state={battery.level < LOW && !battery.charging ? 'mend' : 'ok'} title="Battery">
          {percent} %{battery.charging ? ', charging.' : '.'}
          {battery.level < LOW && !battery.charging && ' Charge it before the race: cold makes it drop faster.'}
        </Check>
      )}
      <Check state={canStayOn ? 'ok' : 'note'} title="Screen">
        {canStayOn
          ? 'The start line keeps it on while it is open, and only then.'
          : 'This browser cannot keep it on. Set a longer screen time on the phone for race day.'}
      </Check>
    </>
  )
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
      .catch(() => undefined)
    return () => {
      isCancelled = true
      battery?.removeEventListener('levelchange', read)
      battery?.removeEventListener('chargingchange', read)
    }
  }, [])
  return state
}
