import { useSyncPhase } from '../../store/sync-status.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/notices.js'
import { formatSavedTime } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'

/** Without a response for this long, newer notices may be missing. A visible app asks once a minute. */
const SILENT_MS = 3 * 60_000

/** Tells, while this phone is not in touch with the server, since when that is. Renders nothing otherwise. */
export function TouchNote() {
  const phase = useSyncPhase()
  const record = useSyncRecord()
  const now = useNow()
  const message = touchMessage(record?.syncedAt ?? null, now, phase === 'idle' || phase === 'sending')
  if (!record || !message) return null
  return <p className="text-sm font-semibold">{message}</p>
}

/**
 * What a reader must know about notices that this phone may lack; null while the phone is in touch.
 * @param syncedAt when the last complete response arrived, ms; null before the first one
 */
export function touchMessage(syncedAt: number | null, now: number, isWell: boolean): string | null {
  if (syncedAt === null) return texts.notInTouchYet()
  if (isWell && now - syncedAt < SILENT_MS) return null
  return texts.notInTouchSince({ since: formatSavedTime(syncedAt, now) })
}
