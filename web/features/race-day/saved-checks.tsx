import { useState } from 'react'
import type { Race } from '../../data/races.ts'
import { askForSync, useSyncPhase } from '../../data/sync-status.ts'
import { useSyncRecord, useUnsentCounts } from '../../data/unsent.ts'
import { keepPictures, usePictureKept } from '../../pwa/kept-pictures.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatSaved } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Check } from './check.tsx'
import { clockMessage, packMessage } from './check-messages.ts'

type PackCheckProps = { race: Race | undefined; refreshKey: number; onMended: () => void }

/** Checks whether this phone has everything of the next race, and how old it is. */
export function PackCheck({ race, refreshKey, onMended }: PackCheckProps) {
  const sync = useSyncRecord()
  const phase = useSyncPhase()
  const now = useNow()
  const picture = usePictureKept(race?.marathon?.image, refreshKey)
  const [busy, setBusy] = useState(false)
  const mend = async () => {
    setBusy(true)
    askForSync()
    await keepPictures()
    setBusy(false)
    onMended()
  }
  if (!sync || picture === undefined)
    return (
      <Check state="wait" title="Race pack">
        …
      </Check>
    )
  const { state, message } = packMessage({ race, picture, syncedAt: sync.syncedAt, now })
  const saved = sync.syncedAt === null ? '' : ` ${formatSaved(sync.syncedAt, now)}.`
  return (
    <Check
      state={state}
      title="Race pack"
      action={
        // The button has the width of its longer label, so that the text beside it does not move.
        <Button
          variant="secondary"
          className="min-w-[min(100%,10.5rem)]"
          pending={busy || phase === 'sending'}
          pendingLabel="Refreshing…"
          onClick={mend}
        >
          Refresh
        </Button>
      }
    >
      {message}
      {saved}
      {(phase === 'offline' || phase === 'portal') && ' There is no network to refresh it from now.'}
    </Check>
  )
}

/** Checks whether edits on this phone are unsent or need the user. */
export function UnsentCheck() {
  const { waiting, needsYou, total } = useUnsentCounts()
  if (total === 0) {
    return (
      <Check state="ok" title="Nothing unsent">
        Every change that you made has reached the server.
      </Check>
    )
  }
  const words = [
    waiting > 0 && `${waiting === 1 ? '1 change waits' : `${waiting} changes wait`} on this phone.`,
    needsYou > 0 && `${needsYou === 1 ? '1 change needs' : `${needsYou} changes need`} you.`,
  ]
  return (
    <Check
      state="mend"
      title="Unsent changes"
      action={
        needsYou > 0 ? (
          <ButtonLink to="/unsent" variant="secondary">
            Look at them
          </ButtonLink>
        ) : (
          <Button variant="secondary" onClick={askForSync}>
            Send now
          </Button>
        )
      }
    >
      {words.filter(Boolean).join(' ')}
    </Check>
  )
}

/** Checks the phone's clock against the server's. */
export function ClockCheck() {
  const sync = useSyncRecord()
  if (!sync)
    return (
      <Check state="wait" title="Clock">
        …
      </Check>
    )
  const { state, message } = clockMessage(sync)
  return (
    <Check
      state={state}
      title="Clock"
      action={
        state === 'ok' ? null : (
          <Button variant="secondary" onClick={askForSync}>
            Check again
          </Button>
        )
      }
    >
      {message}
    </Check>
  )
}
