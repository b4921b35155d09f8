import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import type { How } from '../../../contract/results/recording.ts'
import type { RecordingFields } from '../../../contract/results/recording-schema.ts'
import type { RecordedRow, RuledRow } from '../../../contract/results/result-rows.ts'
import { isMadeBy } from '../../../contract/text/owned-id.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { AccountDb } from '../../store/account-db.ts'
import { newRowId } from '../../store/new-id.ts'
import { readRecorded, record, recordAll, voidRecording } from '../../store/rows/recordings.ts'
import type { Signal } from '../../ui/sound/use-signals.ts'
import { PhoneClock } from './phone-clock.ts'
import { type Touch, Touches } from './touches.ts'

/** How often the phone looks for a jump of its date, and for a new sample. */
const LOOK_MS = 1000
/** What is not on the disk after this time is shown as such. Until then nothing is rendered: that would take longer. */
const SAVING_MS = 100
/** After a failed read of what was recorded, it is read again. */
const RETRY_MS = 1000

/** What was recorded here: one row of the screen. */
export interface Recorded {
  id: string
  kind: 'gun' | 'crossing' | 'retired'
  point: string
  how: How
  at: string
  bib: string | null
  /** `saving`: it is not on the disk yet. `failed`: it is not, and the user is asked to try again. */
  state: 'saving' | 'saved' | 'failed'
  isUndone: boolean
  /** A bib that could not be stored; null for none. */
  lostBib: string | null
}

/** What could not be stored, by the id of its row: rows, and bibs of rows. */
interface Lost {
  rows: Map<string, { row: Recorded; fields: RecordingFields }>
  bibs: Map<string, string>
}

const ofAccounts = new WeakMap<AccountDb, Map<string, Lost>>()

/** What this page could not store at a marathon. It outlives the screen: who comes back tries again. */
function lostOf(db: AccountDb, marathonId: string): Lost {
  const ofAccount = ofAccounts.get(db) ?? new Map<string, Lost>()
  const lost = ofAccount.get(marathonId) ?? { rows: new Map(), bibs: new Map() }
  ofAccounts.set(db, ofAccount.set(marathonId, lost))
  return lost
}

/** A crossing and its bib. */
export interface Named {
  row: Recorded
  bib: string
}

/** Guns, samples of clocks and rulings: the race's gun follows from them. */
export interface GunRows {
  recordings: readonly RecordedRow[]
  rulings: readonly RuledRow[]
}

/** What a touch records. */
type What = Pick<Recorded, 'kind' | 'point' | 'how' | 'bib'>

/** What this phone knows of its own time. */
export interface ClockState {
  accuracy: number | null
  hasJumped: boolean
}

/**
 * Records at the points of a marathon. Between the touch and the row on the disk is one write. What is on the disk says so by
 * sound and vibration, and so does what is not.
 * @returns `rows`: those of this account, of all points, the oldest first; undefined until they are read. `clockState`: null
 *   until it is read. `ofGun`: what the race's gun follows from, as it was when the screen opened and with what it made since
 */
export function useRecorder(marathonId: string, phone: string, signal: (signal: Signal) => void) {
  const { db, author } = useAccount()
  const clock = useRef<PhoneClock>(null)
  clock.current ??= new PhoneClock(db, marathonId, phone)
  const touches = useRef<Touches>(null)
  touches.current ??= new Touches()
  const [clockState, setClockState] = useState<ClockState | null>(null)
  const [rows, setRows] = useState<Recorded[]>()
  const [ofGun, setOfGun] = useState<GunRows>({ recordings: [], rulings: [] })
  const addGunRow = useCallback(({ id: _id, ...fields }: RecordingFields & { id: string }) => {
    const row = { ...fields, _id, voidedAt: null, confirmed: true }
    setOfGun(({ recordings, rulings }) => ({ recordings: [...recordings, row], rulings }))
  }, [])

  useEffect(() => {
    const look = () => {
      const ofPhone = clock.current
      void ofPhone?.sample().then((sample) => {
        if (sample) addGunRow(sample)
        const { accuracy, hasJumped } = ofPhone
        // Nothing is rendered again where nothing has changed.
        setClockState((was) =>
          was?.accuracy === accuracy && was.hasJumped === hasJumped ? was : { accuracy, hasJumped },
        )
      })
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [addGunRow])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isCancelled = false
    const read = async () => {
      const { recordings, rulings } = await readRecorded(db, author, marathonId)
      if (isCancelled) return
      const known = recordings.filter(({ kind }) => kind === 'gun' || kind === 'clock')
      setOfGun((made) => ({ recordings: [...known, ...made.recordings], rulings }))
      const later = new Map(
        recordings
          .filter(({ kind, voidedAt }) => kind === 'bib' && voidedAt === null)
          .sort((a, b) => (a.at < b.at || (a.at === b.at && a._id < b._id) ? -1 : 1))
          .map(({ of, bib }) => [of, bib]),
      )
      const lost = lostOf(db, marathonId)
      const own = recordings.flatMap((row): Recorded[] => {
        const { _id: id, kind, point, how, at, bib, voidedAt } = row
        if (kind === 'clock' || kind === 'bib' || !isMadeBy(id, db.uid)) return []
        return [{ id, kind, point, how, at, bib, state: 'saved', isUndone: voidedAt !== null, lostBib: null }]
      })
      const all = [...own, ...[...lost.rows.values()].map(({ row }) => row)].map((row) => {
        return { ...row, bib: later.get(row.id) ?? row.bib, lostBib: lost.bibs.get(row.id) ?? null }
      })
      all.sort((a, b) => (a.at < b.at ? -1 : 1))
      setRows((typed = []) => [...all.filter(({ id }) => typed.every((row) => row.id !== id)), ...typed])
    }
    const tryToRead = () => {
      read().catch((error) => {
        recordError(error)
        if (!isCancelled) timer = setTimeout(tryToRead, RETRY_MS)
      })
    }
    tryToRead()
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [db, author, marathonId])

  // The same functions at each render: a row that did not change is not rendered again.
  const actions = useMemo(() => {
    const lost = lostOf(db, marathonId)
    /** Shows what has changed of a row. A row that is not on the screen yet comes behind all others. */
    const show = (row: Recorded, change: Partial<Recorded>) =>
      setRows((all = []) => {
        // What was recorded last is at the end.
        const index = all.findLastIndex(({ id }) => id === row.id)
        const shown = all[index]
        return shown ? all.with(index, { ...shown, ...change }) : [...all, { ...row, ...change }]
      })

    const save = (row: Recorded, fields: RecordingFields) => {
      const timer = setTimeout(() => show(row, { state: 'saving' }), SAVING_MS)
      record(db, fields, row.id)
        .finally(() => clearTimeout(timer))
        .then(
          () => {
            signal('stored')
            // The next touch does not wait for a row on the screen.
            startTransition(() => show(row, { state: 'saved' }))
          },
          (error) => {
            lost.rows.set(row.id, { row: { ...row, state: 'failed' }, fields })
            failed(error, row, { state: 'failed' })
          },
        )
    }

    const failed = (error: unknown, row: Recorded, change: Partial<Recorded>) => {
      recordError(error)
      signal('no')
      show(row, change)
    }

    return {
      /** Records what happened at a touch, unless it is the echo of another one. */
      add({ kind, point, how, bib }: What, touch: Touch) {
        if (!touches.current?.isNew(touch)) return
        const stamp = (clock.current as PhoneClock).stamp(touch.tick)
        const id = newRowId(db)
        const fields: RecordingFields = { marathonId, kind, point, how, bib, of: null, ...stamp }
        save({ id, kind, point, how, bib, at: stamp.at, state: 'saving', isUndone: false, lostBib: null }, fields)
        if (kind === 'gun') addGunRow({ ...fields, id })
      },
      /** Tries to store a row once more, with its own time. */
      retry(row: Recorded) {
        const fields = lost.rows.get(row.id)?.fields
        // A second tap finds none: the first one is on its way.
        lost.rows.delete(row.id)
        if (fields) save(row, fields)
      },
      /** Gives crossings their bibs, all or none. */
      name(named: readonly Named[]) {
        const stamp = (clock.current as PhoneClock).stamp()
        const bibs = named.map(({ row: { id: of, point }, bib }): RecordingFields => {
          return { marathonId, kind: 'bib', point, how: 'bib', bib, of, ...stamp }
        })
        for (const { row, bib } of named) {
          lost.bibs.delete(row.id)
          show(row, { bib, lostBib: null })
        }
        recordAll(db, bibs).then(
          () => signal('stored'),
          (error) => {
            for (const { row, bib } of named) {
              lost.bibs.set(row.id, bib)
              failed(error, row, { bib: row.bib, lostBib: bib })
            }
          },
        )
      },
      undo(row: Recorded) {
        show(row, { isUndone: true })
        voidRecording(db, row.id, (clock.current as PhoneClock).stamp().at).catch((error) =>
          failed(error, row, { isUndone: false }),
        )
      },
    }
  }, [db, marathonId, signal, addGunRow])

  const now = useCallback(() => (clock.current as PhoneClock).now(), [])

  return {
    rows,
    clockState,
    ofGun,
    /** The server's time as this phone knows it, ms since the epoch. */
    now,
    ...actions,
  }
}
