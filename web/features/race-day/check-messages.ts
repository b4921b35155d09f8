import { DAY_MS } from '../../../contract/limits.ts'
import type { StorageKept } from '../../background/persistent-storage.ts'
import type { PictureState } from '../../background/use-picture-kept.ts'
import type { SyncRecord } from '../../store/account-db.ts'
import type { Race } from '../../store/rows/races.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { localeOf } from '../../texts/languages.ts'
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
  if (syncedAt === null) return { state: 'mend', message: texts.packOfNothing() }
  if (!race) return { state: 'note', message: texts.packOfNoRace() }
  if (race.marathon === null) return { state: 'mend', message: texts.packOfOwnCopy() }
  if (race.cancelled) return { state: 'note', message: texts.packOfCancelled() }
  const contents = race.applications.length > 0 ? 'entry' : 'entrants'
  if (picture === 'missing') return { state: 'mend', message: texts.packWithoutPicture({ contents }) }
  if (now - syncedAt > DAY_MS) return { state: 'mend', message: texts.packIsOld({ contents }) }
  const message = picture === 'kept' ? texts.packWithPicture({ contents }) : texts.packIsComplete({ contents })
  return { state: 'ok', message }
}

/** The state of the phone's clock, compared with the server's. */
export function clockMessage({ syncedAt, serverOffsetMs }: Pick<SyncRecord, 'syncedAt' | 'serverOffsetMs'>): Message {
  if (syncedAt === null) return { state: 'mend', message: texts.clockNotCompared() }
  const off = Math.abs(serverOffsetMs)
  if (off < CLOCK_OFF_MS) return { state: 'ok', message: texts.clockIsRight() }
  const message = serverOffsetMs > 0 ? texts.clockIsBehind(duration(off)) : texts.clockIsAhead(duration(off))
  return { state: 'mend', message }
}

/** 5 minutes, 3 hours or 2 days, rounded. */
function duration(ms: number): { count: number; unit: 'minutes' | 'hours' | 'days' } {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return { count: minutes, unit: 'minutes' }
  if (minutes < 2880) return { count: Math.round(minutes / 60), unit: 'hours' }
  return { count: Math.round(minutes / 1440), unit: 'days' }
}

/** The state of the phone's storage, with its text. */
export function storageMessage({ kept, usedBytes, quotaBytes }: StorageKept): Message {
  const used = usedBytes === null ? '' : ` ${texts.storageUsed({ megabytes: megabytes(usedBytes) })}`
  const tight = usedBytes !== null && quotaBytes !== null && quotaBytes - usedBytes < 50_000_000
  if (tight) return { state: 'mend', message: `${texts.storageIsFull()}${used}` }
  if (kept) return { state: 'ok', message: `${texts.storageStays()}${used}` }
  if (kept === null) return { state: 'note', message: `${texts.storageUnknown()}${used}` }
  return { state: 'mend', message: `${texts.storageMayGo()}${used}` }
}

/** '3.2' */
function megabytes(bytes: number): string {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }
  return new Intl.NumberFormat(localeOf('en-GB'), options).format(bytes / 1_000_000)
}
