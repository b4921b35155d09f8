import { useMemo, useRef } from 'react'
import { bibKey } from '../../../../contract/text/bib.ts'
import type { Columns } from '../../../forms/files/columns.ts'
import type { Table } from '../../../forms/files/read-table.ts'
import { useInSlices } from '../../../forms/files/use-in-slices.ts'
import { useSaveParts } from '../../../forms/files/use-save-parts.ts'
import { useAccount } from '../../../store/account-context.tsx'
import type { Edit } from '../../../store/outbox.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import { useEntrants } from '../../../store/rows/entrants.ts'
import { enqueueInParts } from '../../../store/rows/many/enqueue-in-parts.ts'
import { type Recorded, useRecorded } from '../../../store/rows/recordings.ts'
import { useSyncRecord } from '../../../store/unsent.ts'
import { changesOf, clockOf, gunsOf, planTimes, type Start } from './plan-times.ts'
import { readTimes, strangersOf, type TimesKind, type TimesWhat } from './read-times.ts'
import type { TimeColumn } from './time-columns.ts'
import { pairedDigits, readTime } from './time-text.ts'
import { momentsNear, momentsOf } from './wall-time.ts'

/** What the user says of a file, or of a sheet. */
export interface TimesSettings {
  /** null for what the file looks like. */
  kind: TimesKind | null
  point: string
  what: TimesWhat
  /** The gun that started the watch; null for that of the results, '' where `started` says when it was. */
  gun: string | null
  started: string
}

export const FIRST_SETTINGS: TimesSettings = { kind: null, point: 'finish', what: 'crossing', gun: null, started: '' }

interface Asked {
  marathon: MarathonView
  table: Table | null | undefined
  columns: Columns<TimeColumn>
  settings: TimesSettings
  /** The id of a sheet; null for a file. */
  sheet: string | null
}

/** Reads the times of a table in pieces, and says what recording them would change. Nothing is recorded before `save`. */
export function useTimes({ marathon, table, columns, settings, sheet }: Asked) {
  const { db } = useAccount()
  const { _id, startDate, timeZone, splits } = marathon
  const { kind, what, point } = settings
  const isTyped = sheet !== null
  const recorded = useRecorded(_id)
  const saving = useSaveParts<readonly Edit[][], Recorded | undefined>(recorded, { save: enqueueInParts })
  const { listed } = saving
  const guns = useMemo(() => (listed ? gunsOf(listed) : []), [listed])
  const gun = settings.gun === '' ? undefined : (guns.find(({ id }) => id === settings.gun) ?? guns[0])
  const [at, error] = gun ? [gun.at, gun.error] : [startedAt(settings.started, { startDate, timeZone }), null]
  const start = useMemo((): Start | null => (at === null ? null : { at, error }), [at, error])
  const entrants = useEntrants(_id)
  const bibs = useMemo(() => new Set(entrants?.flatMap(({ bib }) => bib ?? []).map(bibKey)), [entrants])
  // The time goes on, and the file is not read again for that.
  const offset = useRef(0)
  offset.current = useSyncRecord()?.serverOffsetMs ?? 0

  const reading = useMemo(() => {
    if (!table || columns.time === undefined) return null
    const given = { marathon: { startDate, timeZone, splits }, kind, start: at, what, point, isTyped }
    return () => readTimes(table, columns, { ...given, now: Date.now() + offset.current })
  }, [table, columns, startDate, timeZone, splits, kind, at, what, point, isTyped])
  const read = useInSlices(reading)
  const clock = useMemo(
    () => read && listed && clockOf(db.uid, _id, what, { sheet, crossings: read.crossings }, listed.recordings),
    [db, _id, what, sheet, read, listed],
  )
  const planning = useMemo(() => {
    if (!read || !clock) return null
    return () => planTimes(db.uid, read, { marathonId: _id, clock, what }, start)
  }, [db, _id, what, read, clock, start])
  const planned = useInSlices(planning)
  const changes = useMemo(
    () => (planned && listed ? changesOf(db.uid, planned, listed.recordings) : undefined),
    [db, planned, listed],
  )
  return {
    ...saving,
    recorded,
    guns,
    gun,
    start,
    /** Undefined while it is read. */
    read,
    /** Undefined while they are made out. */
    changes,
    strangers: useMemo(() => (read && entrants ? strangersOf(read.crossings, bibs) : []), [read, entrants, bibs]),
  }
}

/** The moment at which a watch was started, as it is typed; null for none. */
function startedAt(text: string, { startDate, timeZone }: { startDate: string; timeZone: string }): number | null {
  const time = readTime(pairedDigits(text))
  if (!time || time.isTwo) return null
  if (time.at !== null) return time.at
  if (time.ofDay === null) return null
  const { day, month } = time.days ?? { day: null, month: null }
  if (time.days && day !== month) return null
  const moments = day ? momentsOf(day, time.ofDay, timeZone) : momentsNear(Date.parse(startDate), time.ofDay, timeZone)
  return moments[0] ?? null
}
