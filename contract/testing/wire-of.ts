import { withAnswers } from '../questions/questions.ts'
import type { SyncResponse } from '../sync.ts'

/** A sync response as the worker sends it: its rows by column. */
export function wireOf(response: SyncResponse) {
  const { marathons, applications, checkIns, recordings, rulings, staff, ownResults, ...rest } = response
  // A helper gets no contact data of an entrant.
  const packed = applications.map((row) => withAnswers({ answers: '', staffAnswers: '' }, row))
  const { applications: whole = [], entrants = [] } = Object.groupBy(packed, (row) =>
    'phoneNumber' in row ? 'applications' : 'entrants',
  )
  const others = { checkIns, recordings, rulings, staff, ownResults }
  const kinds = Object.entries({ marathons, applications: whole, entrants, ...others })
  const columns = kinds.flatMap(([kind, rows]) => (rows.length > 0 ? [[kind, byColumn(rows)] as const] : []))
  return { ...rest, columns: Object.fromEntries(columns) }
}

function byColumn(rows: object[]) {
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  return Object.fromEntries([...names].map((name) => [name, rows.map((row) => Reflect.get(row, name) as unknown)]))
}
