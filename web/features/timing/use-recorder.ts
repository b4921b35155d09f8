import { useCallback, useEffect, useRef, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import type { How } from '../../../contract/results/recording.ts'
import { isMadeBy } from '../../../contract/text/owned-id.ts'
import { useAccount } from '../../store/account-context.tsx'
import { newRowId } from '../../store/new-id.ts'
import { readRecorded, record, voidRecording } from '../../store/rows/recordings.ts'
import { PhoneClock, type Stamp } from './phone-clock.ts'

/** Two touches within this, in ms, are one. */
const ONE_TOUCH_MS = 150
/** How often the phone looks for a jump of its date, and for a new sample. */
const LOOK_MS = 1000

/** What was recorded here: one row of the screen. */
export interface Recorded {
  id: string
  kind: 'gun' | 'crossing' | 'retired'
  how: How
  at: string
  bib: string | null
  /** `saving`: it is not on the disk yet. `failed`: it is not, and nobody tries. */
  state: 'saving' | 'saved' | 'failed'
  isUndone: boolean
}

/** What a touch records. */
type What = Pick<Recorded, 'kind' | 'how' | 'bib'>

/**
 * Records at a point of a marathon. Between the touch and the row on the disk is one write; what is not on the disk says so.
 * @returns the rows of this account at the point, the oldest first; undefined until they are read
 */
export function useRecorder(marathonId: string, point: string) {
  const { db, author } = useAccount()
  const clock = useRef<PhoneClock>(null)
  clock.current ??= new PhoneClock(db, marathonId)
  const [accuracy, setAccuracy] = useState<number | null>(null)
  const [rows, setRows] = useState<Recorded[]>()
  const last = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const look = () => {
      const ofPhone = clock.current
      void ofPhone?.sample().then(() => setAccuracy(ofPhone.accuracy))
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  useEffect(() => {
    let isCancelled = false
    setRows(undefined)
    const read = async () => {
      const { recordings } = await readRecorded(db, author, marathonId)
      if (isCancelled) return
      const later = new Map(recordings.flatMap(({ kind, of, bib }) => (kind === 'bib' && of ? [[of, bib]] : [])))
      const own = recordings.flatMap((row): Recorded[] => {
        const { _id: id, kind, how, at, bib, voidedAt } = row
        if (row.point !== point || kind === 'clock' || kind === 'bib' || !isMadeBy(id, db.uid)) return []
        return [{ id, kind, how, at, bib: later.get(id) ?? bib, state: 'saved', isUndone: voidedAt !== null }]
      })
      own.sort((a, b) => (a.at < b.at ? -1 : 1))
      setRows((typed = []) => [...own.filter(({ id }) => typed.every((row) => row.id !== id)), ...typed])
    }
    void read().catch((error) => {
      recordError(error)
      if (!isCancelled) setRows((typed = []) => typed)
    })
    return () => {
      isCancelled = true
    }
  }, [db, author, marathonId, point])

  const change = useCallback(
    (id: string, next: Partial<Recorded>) =>
      setRows((all) => all?.map((row) => (row.id === id ? { ...row, ...next } : row))),
    [],
  )

  const save = (id: string, { kind, how, bib }: What, stamp: Stamp) => {
    change(id, { state: 'saving' })
    return record(db, { marathonId, kind, point, how, bib, of: null, ...stamp }, id).then(
      () => change(id, { state: 'saved' }),
      (error) => {
        recordError(error)
        change(id, { state: 'failed' })
      },
    )
  }

  return {
    rows,
    accuracy,
    /** @param tick of the touch. @returns false where it is the same touch as the one before */
    add(what: What, tick: number): boolean {
      if (tick - last.current < ONE_TOUCH_MS) return false
      last.current = tick
      const stamp = (clock.current as PhoneClock).stamp(tick)
      const id = newRowId(db)
      setRows((all = []) => [...all, { id, ...what, at: stamp.at, state: 'saving', isUndone: false }])
      void save(id, what, stamp)
      return true
    },
    /** Gives a crossing its bib. */
    name(id: string, bib: string): Promise<void> {
      const stamp = (clock.current as PhoneClock).stamp()
      return record(db, { marathonId, kind: 'bib', point, how: 'bib', bib, of: id, ...stamp }).then(
        () => change(id, { bib }),
        (error) => {
          recordError(error)
          change(id, { state: 'failed' })
        },
      )
    },
    undo(id: string): void {
      change(id, { isUndone: true })
      void voidRecording(db, id, (clock.current as PhoneClock).stamp().at).catch((error) => {
        recordError(error)
        change(id, { isUndone: false })
      })
    },
  }
}
