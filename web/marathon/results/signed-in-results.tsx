import { useEffect, useEffectEvent } from 'react'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { bibKey } from '../../../contract/text/bib.ts'
import { useMyApplicationsFor, useOwnResults } from '../../store/rows/applications.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/public-results.js'
import { ResultRow } from './result-row.tsx'

type SignedInResultsProps = {
  marathonId: string
  list: PublicList
  /** Asks for a list that has this commit. */
  reach: (seq: number) => void
  /** Does the screen lead to the own official results already? */
  isLinked?: boolean
}

/**
 * What a signed-in reader has beside the list: the own rows, by the bibs of the own entries. After each pull, of which
 * the live room tells, the list is asked for again.
 */
export function SignedInResults({ marathonId, list, reach, isLinked = false }: SignedInResultsProps) {
  const applications = useMyApplicationsFor(marathonId)
  const cursor = useSyncRecord()?.cursor
  const pulled = useEffectEvent((seq: number) => reach(seq))
  useEffect(() => {
    const seq = Number(cursor?.split('.')[1])
    if (seq > 0) pulled(seq)
  }, [cursor])
  const bibs = new Set(applications?.flatMap(({ bib }) => (bib ? [bibKey(bib)] : [])))
  const linked = useOwnResults()?.flatMap((one) => (isLinked && one.marathonId === marathonId ? [bibKey(one.bib)] : []))
  for (const bib of linked ?? []) bibs.delete(bib)
  const own = bibs.size === 0 ? [] : list.rows.filter(({ bib }) => bib !== '' && bibs.has(bibKey(bib)))
  if (own.length === 0) return null
  return (
    <section aria-label={texts.yourResult()} className="no-print">
      <h3 className="mb-2 text-base font-semibold">{texts.yourResult()}</h3>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {own.map((row) => (
          <ResultRow key={row.bib} row={row} list={list} />
        ))}
      </div>
    </section>
  )
}
