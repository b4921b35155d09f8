import { useMemo, useState } from 'react'
import { type ResultEntry, splitsOf } from '../../../contract/results/recording.ts'
import { type ResultRows, resultEntries, resultRows } from '../../../contract/results/result-rows.ts'
import { type Memo, type Results, resultsOf } from '../../../contract/results/results.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { bibKeyOf, useEntrants } from '../../store/rows/entrants.ts'
import { type Here, useHere } from '../../store/rows/here.ts'
import { type Recorded, useRecorded } from '../../store/rows/recordings.ts'

/** A race as the screen shows it. */
export interface Race {
  results: Results
  rows: ResultRows
  recorded: Recorded
  entries: ResultEntry[]
  /** Entries by their ids, and by their bibs as these are compared. */
  entrants: ReadonlyMap<string, ApplicationView>
  ofBib: ReadonlyMap<string, ApplicationView>
  /** When each entry was checked in, by its id. */
  hereAt: ReadonlyMap<string, string>
}

/** The results of a marathon on this phone, live; undefined until they are read. */
export function useRace({ _id, splits }: MarathonView): Race | undefined {
  const recorded = useRecorded(_id)
  const entrants = useEntrants(_id)
  const here = useHere(_id)
  // A recording changes none of these, and there may be 5,000 entrants.
  const people = useMemo(() => entrants && here && peopleOf(entrants, here), [entrants, here])
  const [memo] = useState<Memo>(() => new Map())
  return useMemo(() => {
    if (!recorded || !people) return undefined
    const rows = resultRows(recorded)
    const results = resultsOf({ splits: splitsOf({ splits }), entries: people.entries, ...rows }, memo)
    return { results, rows, recorded, ...people }
  }, [recorded, people, splits, memo])
}

function peopleOf(entrants: readonly ApplicationView[], here: Here): Omit<Race, 'results' | 'rows' | 'recorded'> {
  const hereAt = new Map([...here].map(([id, { at }]) => [id, at]))
  return {
    entries: resultEntries(entrants, new Set(hereAt.keys())),
    entrants: new Map(entrants.map((entrant) => [entrant._id, entrant])),
    ofBib: new Map(entrants.flatMap((entrant) => (entrant.bib === null ? [] : [[bibKeyOf(entrant) ?? '', entrant]]))),
    hereAt,
  }
}
