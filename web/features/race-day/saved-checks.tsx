import { useState } from 'react'
import { keepPictures, usePictureKept } from '../../background/use-picture-kept.ts'
import type { Race } from '../../store/rows/races.ts'
import { askForSync, useSyncPhase, useToldPhase } from '../../store/sync-status.ts'
import { useSyncRecord, useUnsentCounts } from '../../store/unsent.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/race-day.js'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatSaved } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Check } from './check.tsx'
import { clockMessage, packMessage } from './check-messages.ts'

type PackCheckProps = { race: Race | undefined; refreshKey: number; onMended: () => void }

/** Checks whether this phone has everything of the next race, and how old it is. */
export function PackCheck({ race, refreshKey, onMended }: PackCheckProps) {
  const sync = useSyncRecord()
  const isSending = useSyncPhase() === 'sending'
  const phase = useToldPhase()
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
      <Check state="wait" title={texts.racePack()}>
        …
      </Check>
    )
  const { state, message } = packMessage({ race, picture, syncedAt: sync.syncedAt, now })
  const saved = sync.syncedAt === null ? '' : ` ${texts.savedSentence({ saved: formatSaved(sync.syncedAt, now) })}`
  return (
    <Check
      state={state}
      title={texts.racePack()}
      action={
        // The button has the width of its longer label, so that the text beside it does not move.
        <Button
          variant="secondary"
          className="min-w-[min(100%,11.5rem)]"
          pending={busy || isSending}
          pendingLabel={texts.refreshing()}
          onClick={mend}
        >
          {texts.refresh()}
        </Button>
      }
    >
      {message + saved + (phase === 'offline' || phase === 'portal' ? ` ${texts.noNetworkToRefresh()}` : '')}
    </Check>
  )
}

/** Checks whether edits on this phone are unsent or need the user. */
export function UnsentCheck() {
  const { waiting, needsYou, total } = useUnsentCounts()
  if (total === 0) {
    return (
      <Check state="ok" title={texts.nothingUnsent()}>
        {texts.everythingSent()}
      </Check>
    )
  }
  const words = [
    waiting > 0 && texts.changesWait({ count: waiting }),
    needsYou > 0 && texts.changesNeedYou({ count: needsYou }),
  ]
  return (
    <Check
      state="mend"
      title={texts.unsentChanges()}
      action={
        needsYou > 0 ? (
          <ButtonLink to="/unsent" variant="secondary">
            {texts.lookAtThem()}
          </ButtonLink>
        ) : (
          <Button variant="secondary" onClick={askForSync}>
            {common.sendNow()}
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
      <Check state="wait" title={texts.clock()}>
        …
      </Check>
    )
  const { state, message } = clockMessage(sync)
  return (
    <Check
      state={state}
      title={texts.clock()}
      action={
        state === 'ok' ? null : (
          <Button variant="secondary" onClick={askForSync}>
            {texts.checkAgain()}
          </Button>
        )
      }
    >
      {message}
    </Check>
  )
}
