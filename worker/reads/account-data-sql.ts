import { getTableColumns, getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { AccountPart, AccountRow } from '../../contract/account-data.ts'
import {
  account,
  application,
  correction,
  invitation,
  marathon,
  notice,
  opBudget,
  opRecord,
  pushSubscription,
  recording,
  result,
  ruling,
  staff,
  tombstone,
} from '../db/schema.ts'

// What is kept of an account (docs/privacy.md), for its user and for `npm run account`.

/** The table `t` of each kind of rows, and SQL after FROM, with one parameter: the account's uid. */
const PARTS: Record<AccountPart, [SQLiteTable, from: string]> = {
  account: [account, 'account t WHERE t.uid = ?'],
  marathons: [marathon, 'marathon t WHERE t.owner_uid = ?'],
  applications: [application, 'application t WHERE t.owner_uid = ?'],
  checkIns: [recording, 'application a CROSS JOIN recording t ON t.application_id = a.id WHERE a.owner_uid = ?'],
  scans: [recording, 'recording t WHERE t.by_uid = ?'],
  rulings: [ruling, 'ruling t WHERE t.by_uid = ?'],
  ownResults: [result, 'result t WHERE t.owner_uid = ?'],
  corrections: [correction, 'correction t WHERE t.by_uid = ?'],
  noticesToYou: [notice, 'notice t WHERE t.to_uid = ?'],
  notices: [
    notice,
    `staff s CROSS JOIN notice t ON t.marathon_id = s.marathon_id
      WHERE s.uid = ? AND s.role IN ('owner', 'organiser') AND s.removed_at IS NULL AND t.to_uid IS NULL`,
  ],
  // What is to one account, and what this account caused, is in the other one's data.
  ownNotices: [notice, 'notice t WHERE t.by_uid = ? AND t.to_uid IS NULL'],
  staff: [staff, 'staff t WHERE t.uid = ?'],
  invitations: [
    invitation,
    'staff s CROSS JOIN invitation t ON t.marathon_id = s.marathon_id AND t.used_by = s.uid WHERE s.uid = ?',
  ],
  deletions: [tombstone, 'tombstone t WHERE t.owner_uid = ?'],
  pushes: [pushSubscription, 'push_subscription t WHERE t.uid = ?'],
  changes: [opRecord, 'op_record t WHERE t.uid = ?'],
  budget: [opBudget, 'op_budget t WHERE t.uid = ?'],
}

/** Columns that are secret, or that are about somebody else. */
const HIDDEN: Partial<Record<AccountPart, string[]>> = {
  // The seed of a ballot is secret until the draw, and then it is in `seed`.
  marathons: ['secretSeed'],
  // Who has the secret of an offer takes the place.
  applications: ['offer', 'correctedBy', 'correctedFields'],
  checkIns: ['by', 'byUid'],
  noticesToYou: ['byUid'],
  notices: ['byUid'],
  invitations: ['tokenHash', 'byUid'],
  // Who has the keys of a subscription could read what is pushed to it.
  pushes: ['p256dh', 'auth'],
  changes: ['content'],
}

/**
 * SQL: a list with each of an entry's `answers`, and what its question, or field of staff, is called. Where the
 * question is gone it is called by its id.
 * @param shown SQL: which of them the runner sees
 */
const answersSql = (answers: string, asked: string, shown: string) => `(SELECT json_group_array(json_object(
    'question', coalesce(nullif(q.value->>'label', ''), q.value->>'kind', v.key), 'answer', v.value))
  FROM json_each(iif(${answers} = '', '{}', ${answers})) v
    LEFT JOIN json_each((SELECT nullif(m.${asked}, '') FROM marathon m WHERE m.id = t.marathon_id)) q
      ON q.value->>'id' = v.key WHERE ${shown})`

/** SQL for what is not given as it is stored. */
const READABLE: Partial<Record<AccountPart, Record<string, string>>> = {
  applications: {
    answers: answersSql('t.answers', 'questions', 'true'),
    staffAnswers: answersSql('t.staff_answers', 'staff_fields', "q.value->>'isShown'"),
  },
}

/** A row of `accountDataSql` as it is given: without what only a page needs, and with its answers as a list. */
export function accountRow({ rowKey: _key, pageBytes: _bytes, ...row }: AccountRow): AccountRow {
  const lists = ['answers', 'staffAnswers'].filter((name) => typeof row[name] === 'string')
  return { ...row, ...Object.fromEntries(lists.map((name) => [name, JSON.parse(String(row[name]))])) }
}

/**
 * SQL for rows of a part. Its parameters are the account's uid, and the `rowKey` of the last row before, or 0. A row
 * has `rowKey`, `pageBytes` and the fields.
 * @param bytes the rows end with the one that takes them above this; `pageBytes` is what they take up to a row, about
 */
export function accountDataSql(part: AccountPart, rows: number, bytes: number): string {
  const [table, from] = PARTS[part]
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !HIDDEN[part]?.includes(name))
  const fields = columns.map(([name, column]) => `${READABLE[part]?.[name] ?? `t.${column.name}`} AS "${name}"`)
  const size = columns.map(([, column]) => `ifnull(octet_length(t.${column.name}), 4)`).join(' + ')
  // The length of a text stands in the head of its row. So the texts are read of those rows alone that are sent.
  return `SELECT p.rowKey, p.total AS pageBytes, ${fields.join(', ')}
    FROM (SELECT rowKey, size, sum(size) OVER (ORDER BY rowKey) AS total
      FROM (SELECT t.rowid AS rowKey, ${size} AS size FROM ${from} AND t.rowid > ? ORDER BY t.rowid LIMIT ${rows})) p
    CROSS JOIN ${getTableName(table)} t ON t.rowid = p.rowKey WHERE p.total - p.size <= ${bytes} ORDER BY p.rowKey`
}
