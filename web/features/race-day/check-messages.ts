import { DAY_MS } from '../../../contract/limits.ts'
import type { SyncRecord } from '../../data/account-db.ts'
import type { Race } from '../../data/races.ts'
import type { PictureState } from '../../pwa/kept-pictures.ts'
import type { StorageKept } from '../../pwa/persistent-storage.ts'
import type { CheckState } from './check.tsx'

type Message = { state: CheckState; message: string }

/** A clock error below this does not matter, neither for registration nor for countdowns. */
const CLOCK_OFF_MS = 60_000

/** The state of the race pack, with its text. */
export function packMessage(pack: {
  race: Race | undefined
  picture: PictureState
  syncedAt: number | null
  now: number
}): Message {
  const { race, picture, syncedAt, now } = pack
  if (syncedAt === null) return { state: 'mend', message: 'Nothing was saved on this phone yet.' }
  if (!race) return { state: 'note', message: 'You have no race ahead, so there is nothing to pack.' }
  if (race.marathon === null)
    return { state: 'mend', message: 'Only your own copy of the event is here, not the event.' }
  if (race.cancelled) return { state: 'note', message: 'Your next race is cancelled, so there is nothing to pack.' }
  const contents = race.applications.length > 0 ? 'Details, contact and your entry' : 'Details, contact and entrants'
  if (picture === 'missing') return { state: 'mend', message: `${contents} are here; the picture is not.` }
  if (now - syncedAt > DAY_MS) {
    return { state: 'mend', message: `${contents} are here, but more than a day old.` }
  }
  return { state: 'ok', message: `${contents} are here${picture === 'kept' ? ', with the picture' : ''}.` }
}

/** The state of the phone's clock, compared with the server's. */
export function clockMessage({ syncedAt, serverOffsetMs }: Pick<SyncRecord, 'syncedAt' | 'serverOffsetMs'>): Message {
  if (syncedAt === null) return { state: 'mend', message: 'Not compared with the server yet.' }
  const off = Math.abs(serverOffsetMs)
  if (off < CLOCK_OFF_MS) return { state: 'ok', message: 'Within a minute of the server’s.' }
  const way = serverOffsetMs > 0 ? 'behind' : 'ahead'
  return {
    state: 'mend',
    message: `This phone’s clock is ${duration(off)} ${way}. Set it to automatic; until then countdowns and the start line are corrected by the server’s time.`,
  }
}

/** '5 minutes', '3 hours' or '2 days', rounded. */
function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 2880
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** The state of the phone's storage, with its text. */
export function storageMessage({ kept, usedBytes, quotaBytes }: StorageKept): Message {
  const used = usedBytes === null ? '' : ` ${megabytes(usedBytes)} used.`
  const tight = usedBytes !== null && quotaBytes !== null && quotaBytes - usedBytes < 50_000_000
  if (tight) return { state: 'mend', message: `The phone’s storage is nearly full: make room on it.${used}` }
  if (kept) return { state: 'ok', message: `What is saved stays until you clear it.${used}` }
  if (kept === null)
    return { state: 'note', message: `This browser does not say whether it keeps what is saved.${used}` }
  return { state: 'mend', message: `The browser may clear what is saved when the phone runs out of room.${used}` }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
