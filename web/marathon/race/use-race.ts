import { useMemo, useState } from 'react'
import { type ResultEntry, splitsOf } from '../../../contract/results/recording.ts'
import { type ResultRows, RowMemo, resultEntries, resultRows } from '../../../contract/results/result-rows.ts'
import { Memo, type Results, resultsOf } from '../../../contract/results/results.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { bibKeyOf, useEntrants } from '../../store/rows/entrants.ts'
import { type Here, useHere } from '../../store/rows/here.ts'
import { type Recorded, useRecorded } from '../../store/rows/recordings.ts'

/** A race as the screen shows it. */
export interface Race {
  results: Results
  rows: ResultRows
  /** When the recordings were that count. */
  timed: Memo['timed']
  recorded: Recorded
  entries: ResultEntry[]
  /** Entries by their ids, and by their bibs as these are compared. */
  entrants: ReadonlyMap<string, ApplicationView>
  ofBib: ReadonlyMap<string, ApplicationView>
  /** Who was checked in, by the entry's id. */
  here: Here
}

/** The results of a marathon on this phone, live; undefined until they are read. */
export function useRace({ _id, splits }: MarathonView): Race | undefined {
  const recorded = useRecorded(_id)
  const entrants = useEntrants(_id)
  const here = useHere(_id)
  // A recording changes none of these, and there may be 5,000 entrants.
  const people = useMemo(() => entrants && here && peopleOf(entrants, here), [entrants, here])
  const [memo] = useState(() => ({ rows: new RowMemo(), list: new Memo() }))
  return useMemo(() => {
    if (!recorded || !people) return undefined
    const rows = resultRows(recorded, memo.rows)
    const results = resultsOf({ splits: splitsOf({ splits }), entries: people.entries, ...rows }, memo.list)
    return { results, rows, timed: memo.list.timed, recorded, ...people }
  }, [recorded, people, splits, memo])
}

function peopleOf(all: readonly ApplicationView[], here: Here): Pick<Race, 'entries' | 'entrants' | 'ofBib' | 'here'> {
  const entrants = new Map<string, ApplicationView>()
  const ofBib = new Map<string, ApplicationView>()
  for (const entrant of all) {
    const bib = bibKeyOf(entrant)
    entrants.set(entrant._id, entrant)
    if (bib !== null) ofBib.set(bib, entrant)
  }
  return { entries: resultEntries(all, here), entrants, ofBib, here }
}
