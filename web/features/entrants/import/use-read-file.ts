import { useEffect, useMemo, useState } from 'react'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'
import { type Columns, type KnownTarget, matchHeads, plainHead, type Target } from './heads.ts'
import { inSlices } from './in-slices.ts'
import { hasNames, type ReadEntrants, readEntrants } from './read-entrants.ts'
import { readTable, type Table } from './read-table.ts'

/** What the user said that a column is, by its head; '' to leave it out. */
export type Chosen = Record<string, Target | ''>

/** How the user's choice names a column: by its head, so that it counts for the next file too. */
export function columnKey(head: string, at: number): string {
  return plainHead(head) || `#${at}`
}

/** Which column is what: by the user, and else by its head. */
function columnsOf({ heads }: Table, targets: readonly KnownTarget[], chosen: Chosen): Columns {
  const byHand = heads.map((head, at) => chosen[columnKey(head, at)])
  const columns = matchHeads(
    heads.map((head, at) => (byHand[at] === undefined ? head : '')),
    targets,
  )
  for (const [at, target] of byHand.entries()) if (target) columns[target] = at
  return columns
}

interface Asked {
  text: string | null
  targets: readonly KnownTarget[]
  chosen: Chosen
  marathon: Pick<MarathonView, '_id' | 'questions' | 'staffFields'>
  entrants: readonly ApplicationView[]
  uid: string
  gone: ReadonlySet<string> | undefined
}

/** Reads a file in pieces, so that the page answers meanwhile: the table, which column is what, and who is in it. */
export function useReadFile({ text, targets, chosen, marathon, entrants, uid, gone }: Asked) {
  const [table, setTable] = useState<{ of: string; table: Table | null }>()
  const [read, setRead] = useState<{ of: Columns; read: ReadEntrants }>()
  useEffect(() => {
    if (text === null) return
    const stopping = new AbortController()
    const known = (heads: readonly string[]) => Object.keys(matchHeads(heads, targets)).length
    void inSlices(readTable(text, known), stopping.signal).then((found) => {
      if (found !== undefined) setTable({ of: text, table: found })
    })
    return () => stopping.abort()
  }, [text, targets])
  const current = table?.of === text ? table?.table : undefined
  const columns = useMemo(() => (current ? columnsOf(current, targets, chosen) : {}), [current, targets, chosen])
  useEffect(() => {
    if (!current || !gone || !hasNames(columns)) return
    const stopping = new AbortController()
    const work = readEntrants(current, columns, { marathon, uid, entrants, gone })
    void inSlices(work, stopping.signal).then((found) => {
      if (found) setRead({ of: columns, read: found })
    })
    return () => stopping.abort()
  }, [current, columns, marathon, uid, entrants, gone])
  return {
    /** Undefined while it is read; null for a file without a text. */
    table: text === null ? undefined : current,
    columns,
    /** Undefined while it is read. */
    read: text !== null && current && read?.of === columns ? read.read : undefined,
  }
}
