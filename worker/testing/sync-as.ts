import { env } from 'cloudflare:workers'
import { type Columns, rowsOfColumns } from '../../contract/columns.ts'
import { unpackAnswers } from '../../contract/questions/questions.ts'
import type { ColumnKind, Op, SyncResponse } from '../../contract/sync.ts'
import { sync } from '../ops/sync.ts'
import { pageText } from '../pull/pull.ts'

interface Call {
  d1?: D1Database
  /** The server's time, ms since the epoch. */
  now?: number
  /** Whether the account is charged for its ops. */
  isLimited?: boolean
  /** The phone's cursor; null for an account that has read nothing yet. */
  cursor?: string | null
}

/** One sync call of an account. */
export function syncAs(
  uid: string,
  ops: Op[],
  { d1 = env.DB, now = Date.now(), isLimited = true, cursor = null }: Call = {},
) {
  const actor = { uid, email: `${uid}@example.com`, name: uid, issuedAt: Math.floor(now / 1000) }
  return sync(d1, actor, { uid, cursor, ops }, () => now, isLimited)
}

/** The rows of a page, as a phone reads them. */
export function rowsOfPage(page: Parameters<typeof pageText>[0]): Pick<SyncResponse, 'marathons' | 'applications'> {
  const { columns } = JSON.parse(`{${pageText(page)}}`) as { columns: Partial<Record<ColumnKind, Columns>> }
  const rows = (kind: ColumnKind) => (columns[kind] ? rowsOfColumns(columns[kind]) : [])
  const applications = [...rows('applications'), ...rows('entrants')].map((row) => unpackAnswers(row))
  return { marathons: rows('marathons'), applications } as unknown as ReturnType<typeof rowsOfPage>
}

/**
 * A D1 that calls `between` after the read of a request and before its write.
 * @param nth the number of the batch that writes. The read of a draw is a batch too
 */
export function racing(between: () => Promise<unknown>, nth = 1): D1Database {
  let batches = 0
  return new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'prepare') return target.prepare.bind(target)
      // It has no sessions, which would write past this proxy.
      if (name !== 'batch') return undefined
      return async (statements: D1PreparedStatement[]) => {
        batches += 1
        if (batches === nth) await between()
        return target.batch(statements)
      }
    },
  })
}
