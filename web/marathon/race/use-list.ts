import { useMemo, useState } from 'react'
import { splitsOf } from '../../../contract/results/recording.ts'
import { resultEntries, resultRows } from '../../../contract/results/result-rows.ts'
import { type Memo, type Results, resultsOf } from '../../../contract/results/results.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { useEntrants } from '../../store/rows/entrants.ts'
import { useHere } from '../../store/rows/here.ts'
import { type Recorded, useRecorded } from '../../store/rows/recordings.ts'

/** The list of results of a marathon on this phone, live, and what it follows from; undefined until they are read. */
export function useList({ _id, splits }: MarathonView): (Recorded & { results: Results }) | undefined {
  const recorded = useRecorded(_id)
  const entrants = useEntrants(_id)
  const here = useHere(_id)
  const entries = useMemo(() => entrants && here && resultEntries(entrants, new Set(here.keys())), [entrants, here])
  const [memo] = useState<Memo>(() => new Map())
  return useMemo(() => {
    if (!recorded || !entries) return undefined
    const results = resultsOf({ splits: splitsOf({ splits }), entries, ...resultRows(recorded) }, memo)
    return { ...recorded, results }
  }, [recorded, entries, splits, memo])
}
