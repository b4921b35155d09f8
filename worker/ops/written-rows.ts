import { getTableColumns, getTableName } from 'drizzle-orm'
import { APPLICATION as APPLICATION_FIELDS, namesOf } from '../../contract/fields.ts'
import { application, columnOf, marathon, notice, recording, ruling, staff } from '../db/schema.ts'

// How the rows of a batch become SQL.

/** The rows of a statement, which are its first parameter: a JSON array. */
export const LIST = 'json_each(?1) e'
/** SQL for the seq of a row in `LIST`: the clock moves at the end of the batch. */
export const SEQ = "(SELECT seq FROM clock) + (e.value->>'offset')"

/** Most UTF-16 code units of a JSON parameter. Each is at most 3 bytes, and D1 accepts 2 MB. */
const MAX_JSON_LENGTH = 600_000

/** How a table's rows are written. An insert and an update take every column that is not listed here from the row. */
interface Columns {
  table: typeof marathon | typeof application | typeof recording | typeof ruling | typeof notice | typeof staff
  /** The primary key; `id` if it is left out. */
  key?: string
  /** Columns that an insert sets and an update leaves alone. */
  fixed: string[]
  /**
   * Columns that are not taken from the row: `put` sets `seq`; other statements or the column's default set the rest.
   */
  apart: string[]
  /** SQL that an update sets in addition, or ''. */
  onUpdate: string
  /** More columns that an insert sets to the seq. */
  seqs?: string[]
}

/**
 * SQL that inserts rows. The columns come from the table, so that a new column needs no change here, unless it is
 * PERSONAL, fixed or apart.
 */
function insert({ table, apart, seqs = [] }: Columns): string {
  const given = columnsOf(table, apart)
  const names = [...given.map(([, { name }]) => name), ...seqs, 'seq']
  const values = [...given.map(([property]) => `e.value->>'${property}'`), ...seqs.map(() => SEQ), SEQ]
  return `INSERT INTO ${getTableName(table)} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${LIST} WHERE true`
}

/** SQL that inserts rows, or updates the rows that exist. */
function put(columns: Columns): string {
  const { table, key = 'id', fixed, apart, onUpdate } = columns
  const updated = columnsOf(table, apart)
    .filter(([property]) => !fixed.includes(property))
    .map(([, { name }]) => `${name} = excluded.${name}`)
  return `${insert(columns)}
    ON CONFLICT (${key}) DO UPDATE SET ${[...updated, onUpdate, 'seq = excluded.seq'].filter(Boolean).join(', ')}`
}

function columnsOf(table: Columns['table'], apart: string[]) {
  return Object.entries(getTableColumns(table)).filter(([property]) => !apart.includes(property))
}

export const PUT_MARATHON = put({
  table: marathon,
  fixed: ['id', 'title', 'createdAt'],
  apart: ['seq', 'regCount', 'waitingCount', 'enteredCount', 'unclaimedCount', 'past'],
  onUpdate: 'past = 0',
})

export const PUT_STAFF = put({
  table: staff,
  key: 'marathon_id, uid',
  fixed: ['marathonId', 'uid'],
  apart: ['seq'],
  onUpdate: '',
})

const ANSWERS = ['answers', 'staff_answers']
/** The columns with texts about the runner. The nightly run erases them, and `code`. */
export const PERSONAL = [
  ...namesOf(APPLICATION_FIELDS, ({ isPersonal }) => isPersonal === true).map(columnOf),
  ...ANSWERS,
]
/** Those that an update can set. */
const EDITED = [
  ...namesOf(APPLICATION_FIELDS, ({ isPersonal, isFixed }) => isPersonal === true && !isFixed).map(columnOf),
  ...ANSWERS,
]

const APPLICATION: Columns = {
  table: application,
  // A promotion, a draw or a confirmation alone changes the status of a row that exists, a claim its account.
  fixed: ['id', 'marathonId', 'ownerUid', 'title', 'startDate', 'createdAt', 'status', 'above'],
  apart: ['seq', 'joinedSeq', 'erasedAt', 'waitingOrder', 'promotedAt', 'drawOrder'],
  seqs: ['joined_seq'],
  // An erased row stays erased until somebody writes one of these texts into it. A new bib changes none of them.
  onUpdate: `erased_at = iif(${EDITED.map((name) => `excluded.${name} = ''`).join(' AND ')}, erased_at, NULL)`,
}
// Most are new, and the shorter statement is faster.
export const INSERT_APPLICATION = insert(APPLICATION)
export const PUT_APPLICATION = put(APPLICATION)

/** A check-in, or what was recorded at a point. */
export const PUT_RECORDING = put({
  table: recording,
  fixed: [
    ...['id', 'marathonId', 'kind', 'applicationId', 'bib', 'at', 'accuracy', 'gate', 'by', 'byUid'],
    ...['how', 'clock', 'tick', 'of', 'nth'],
  ],
  apart: ['seq'],
  onUpdate: '',
})

export const INSERT_RULING = insert({ table: ruling, fixed: [], apart: ['seq'], onUpdate: '' })

export const PUT_NOTICE = put({
  table: notice,
  fixed: [
    'id',
    'marathonId',
    'applicationId',
    'toUid',
    'kind',
    'text',
    'parts',
    'urgent',
    'byMail',
    'at',
    'by',
    'byUid',
    'ver',
  ],
  apart: ['seq'],
  onUpdate: '',
})

/**
 * The rows as JSON arrays: one array if it is short enough. D1 refuses a parameter above 2 MB, and 500 short edits of
 * marathons with long descriptions are larger.
 */
export function jsonParameters(rows: object[]): string[] {
  const parameters: string[] = []
  let part: string[] = []
  let length = 0
  for (const row of rows) {
    const json = JSON.stringify(row)
    if (part.length > 0 && length + json.length > MAX_JSON_LENGTH) {
      parameters.push(`[${part.join(',')}]`)
      part = []
      length = 0
    }
    part.push(json)
    length += json.length
  }
  if (part.length > 0) parameters.push(`[${part.join(',')}]`)
  return parameters
}
