import { useCallback, useMemo } from 'react'
import type { KnownTarget } from '../../../forms/files/columns.ts'
import { useInSlices } from '../../../forms/files/use-in-slices.ts'
import { useTable } from '../../../forms/files/use-table.ts'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'
import { matchColumns, type Target } from './heads.ts'
import { hasNames, readEntrants } from './read-entrants.ts'

interface Asked {
  text: string | null
  targets: readonly KnownTarget<Target>[]
  marathon: Pick<MarathonView, '_id' | 'questions' | 'staffFields'>
  entrants: readonly ApplicationView[]
  uid: string
  gone: ReadonlySet<string> | undefined
}

/** Reads a file in pieces: the table, which column is what, and who is in it. */
export function useReadFile({ text, targets, marathon, entrants, uid, gone }: Asked) {
  const match = useCallback((heads: readonly string[]) => matchColumns(heads, targets), [targets])
  const { table, columns, choose } = useTable(text, match)
  const reading = useMemo(() => {
    if (!table || !gone || !hasNames(columns)) return null
    return () => readEntrants(table, columns, { marathon, uid, entrants, gone })
  }, [table, columns, marathon, uid, entrants, gone])
  /** `read`: undefined while it is read. */
  return { table, columns, choose, read: useInSlices(reading) }
}
