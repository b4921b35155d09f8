import { ACCOUNT_PARTS, type AccountDataPage, type AccountPart, type AccountRow } from '../../contract/account-data.ts'
import { accountDataSql } from './account-data-sql.ts'

/** Most rows of one part on a page. */
export const PART_ROWS = 1000

/**
 * A page of what is kept of an account: the rest of a part, and the parts after it, up to the first that has more rows
 * than PART_ROWS.
 * @param after the key of the part's last row on the page before; 0 at the start of a part
 */
export async function accountDataPage(
  d1: D1Database,
  uid: string,
  from: AccountPart,
  after: number,
): Promise<AccountDataPage> {
  const parts = ACCOUNT_PARTS.slice(ACCOUNT_PARTS.indexOf(from))
  const results = await d1.batch<AccountRow>(
    parts.map((part) => d1.prepare(accountDataSql(part, PART_ROWS)).bind(uid, part === from ? after : 0)),
  )
  const page: AccountDataPage = { uid, parts: {}, next: null }
  for (const [index, part] of parts.entries()) {
    const rows = results[index]?.results ?? []
    page.parts[part] = rows.map(({ rowKey: _key, ...row }) => row)
    if (rows.length < PART_ROWS) continue
    page.next = { part, after: Number(rows.at(-1)?.rowKey) }
    break
  }
  return page
}
