import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { AccountPart } from '../../contract/account-data.ts'
import {
  account,
  application,
  invitation,
  marathon,
  notice,
  opBudget,
  opRecord,
  pushSubscription,
  recording,
  staff,
  tombstone,
} from '../db/schema.ts'

// What is kept of an account (docs/privacy.md), for its user and for `npm run account`.

/** A kind of rows: all columns of the table `t` but the hidden ones, of the rows that `from` selects. */
interface Part {
  table: SQLiteTable
  /** Names of columns that are secret, or that are about somebody else. */
  hidden: string[]
  /** SQL after FROM, with one parameter: the account's uid. */
  from: string
  /** The order of the rows. */
  key: string
}

const PARTS: Record<AccountPart, Part> = {
  account: { table: account, hidden: [], from: 'account t WHERE t.uid = ?', key: 't.rowid' },
  // The seed of a ballot is secret until the draw, and then it is in `seed`.
  marathons: { table: marathon, hidden: ['secretSeed'], from: 'marathon t WHERE t.owner_uid = ?', key: 't.rowid' },
  applications: {
    table: application,
    hidden: [],
    from: 'application t WHERE t.owner_uid = ?',
    key: 't.rowid',
  },
  checkIns: {
    table: recording,
    hidden: ['by', 'byUid'],
    from: 'application a CROSS JOIN recording t ON t.application_id = a.id WHERE a.owner_uid = ?',
    key: 't.rowid',
  },
  scans: {
    table: recording,
    hidden: [],
    from: 'recording t WHERE t.by_uid = ?',
    key: 't.rowid',
  },
  noticesToYou: { table: notice, hidden: [], from: 'notice t WHERE t.to_uid = ?', key: 't.rowid' },
  notices: {
    table: notice,
    hidden: [],
    from: `staff s CROSS JOIN notice t ON t.marathon_id = s.marathon_id
      WHERE s.uid = ? AND s.role = 'owner' AND s.removed_at IS NULL AND t.to_uid IS NULL`,
    key: 't.rowid',
  },
  staff: { table: staff, hidden: [], from: 'staff t WHERE t.uid = ?', key: 't.rowid' },
  invitations: {
    table: invitation,
    hidden: ['tokenHash'],
    from: `staff s CROSS JOIN invitation t ON t.marathon_id = s.marathon_id AND t.used_by = s.uid
      WHERE s.uid = ?`,
    key: 't.rowid',
  },
  deletions: {
    table: tombstone,
    hidden: [],
    from: 'tombstone t WHERE t.owner_uid = ?',
    key: 't.rowid',
  },
  // Who has the keys of a subscription could read what is pushed to it.
  pushes: {
    table: pushSubscription,
    hidden: ['p256dh', 'auth'],
    from: 'push_subscription t WHERE t.uid = ?',
    key: 't.rowid',
  },
  changes: { table: opRecord, hidden: ['content'], from: 'op_record t WHERE t.uid = ?', key: 't.rowid' },
  budget: { table: opBudget, hidden: [], from: 'op_budget t WHERE t.uid = ?', key: 't.rowid' },
}

/**
 * SQL for rows of a part. Its parameters are the account's uid, and the `rowKey` of the last row before, or 0. A row
 * has `rowKey`, `pageBytes` and the fields.
 * @param bytes the rows end with the one that takes them above this; `pageBytes` is what they take up to a row, about
 */
export function accountDataSql(part: AccountPart, rows: number, bytes: number): string {
  const { table, hidden, from, key } = PARTS[part]
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !hidden.includes(name))
  const fields = columns.map(([name, column]) => `t.${column.name} AS "${name}"`)
  const size = columns.map(([, column]) => `ifnull(octet_length(t.${column.name}), 4)`).join(' + ')
  // The length of a text stands in the head of its row. So the texts are read of those rows alone that are sent.
  return `SELECT p.rowKey, p.total AS pageBytes, ${fields.join(', ')}
    FROM (SELECT rowKey, size, sum(size) OVER (ORDER BY rowKey) AS total
      FROM (SELECT ${key} AS rowKey, ${size} AS size FROM ${from} AND ${key} > ? ORDER BY ${key} LIMIT ${rows})) p
    CROSS JOIN ${getTableName(table)} t ON t.rowid = p.rowKey WHERE p.total - p.size <= ${bytes} ORDER BY p.rowKey`
}
