import { ACCOUNT_PARTS, type AccountDataPage, type AccountPart, type AccountRow } from '../../contract/account-data.ts'
import { assertMayRead, readUntilOf, readUntilStatement } from '../pull/read-budget.ts'
import { MAX_PAGE_BYTES } from '../pull/wire.ts'
import { accountDataSql, accountRow } from './account-data-sql.ts'

/** Most rows of one part on a page. */
export const PART_ROWS = 600

/**
 * A page of what is kept of an account: the rest of a part, and the parts after it, up to the first that has more rows
 * than PART_ROWS, or more text than MAX_PAGE_BYTES.
 * @param after the key of the part's last row on the page before; 0 at the start of a part
 * @param isLimited whether an account that has read too much is refused
 * @returns the page, and what its rows take, about
 * @throws Problem RATE_LIMITED
 */
export async function accountDataPage(
  d1: D1Database,
  uid: string,
  from: AccountPart,
  after: number,
  isLimited: boolean,
): Promise<{ page: AccountDataPage; bytes: number }> {
  const parts = ACCOUNT_PARTS.slice(ACCOUNT_PARTS.indexOf(from))
  const results = await d1.batch<AccountRow>([
    ...parts.map((part) =>
      d1.prepare(accountDataSql(part, PART_ROWS, MAX_PAGE_BYTES)).bind(uid, part === from ? after : 0),
    ),
    readUntilStatement(d1, uid),
  ])
  if (isLimited) assertMayRead(uid, readUntilOf(results.at(-1)), Date.now())
  const page: AccountDataPage = { uid, parts: {}, next: null }
  let bytes = 0
  for (const [index, part] of parts.entries()) {
    const rows = results[index]?.results ?? []
    page.parts[part] = rows.map(accountRow)
    const ofPart = Number(rows.at(-1)?.pageBytes ?? 0)
    bytes += ofPart
    if (rows.length < PART_ROWS && ofPart <= MAX_PAGE_BYTES) continue
    page.next = { part, after: Number(rows.at(-1)?.rowKey) }
    break
  }
  return { page, bytes }
}
