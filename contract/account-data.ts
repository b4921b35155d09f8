import * as z from 'zod/mini'
import { csvLine } from './text/csv.ts'

/** The kinds of rows that the server keeps of an account, in the order of a download, and their titles. */
export const PART_TITLES = {
  account: 'Account',
  marathons: 'Your events',
  applications: 'Your applications',
  checkIns: 'Where you were checked in',
  scans: 'Whom you checked in and what you recorded',
  rulings: 'What you ruled about results',
  ownResults: 'Your results',
  corrections: 'What you corrected of official results',
  noticesToYou: 'Notices to you',
  notices: 'Notices at your events',
  ownNotices: 'Notices that you wrote or caused',
  staff: 'Where you organise or help',
  invitations: 'Invitations that you accepted',
  deletions: 'What you deleted',
  pushes: 'Phones that get your pushes',
  changes: 'Changes that you sent',
  budget: 'How much you changed lately',
} as const
export type AccountPart = keyof typeof PART_TITLES

export const ACCOUNT_PARTS = Object.keys(PART_TITLES) as AccountPart[]

/** The part that a download continues with, and the key of the last row that it has. */
export const accountDataQuerySchema = z.object({
  part: z._default(z.enum(ACCOUNT_PARTS), 'account'),
  after: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
})

/**
 * A page of what is kept of an account. `next` has the query of the next page; null after the last one. `uid` tells the
 * client whose it is: another account may have logged in since the page before.
 */
export const accountDataSchema = z.object({
  uid: z.string(),
  parts: z.partialRecord(z.enum(ACCOUNT_PARTS), z.array(z.record(z.string(), z.unknown()))),
  next: z.nullable(z.object({ part: z.enum(ACCOUNT_PARTS), after: z.int() })),
})
export type AccountDataPage = z.infer<typeof accountDataSchema>

export type AccountRow = Record<string, unknown>
/** All that is kept of an account, by kind. */
export type AccountData = Record<AccountPart, AccountRow[]>

/** An AccountData without rows. */
export function noAccountData(): AccountData {
  return Object.fromEntries(ACCOUNT_PARTS.map((part) => [part, [] as AccountRow[]])) as AccountData
}

/** The data as CSV to read in a spreadsheet: for each kind its title, a line of names, and a line a row. */
export function accountDataCsv(data: AccountData): string {
  return ACCOUNT_PARTS.map((part) => {
    const rows = data[part]
    const names = [...new Set(rows.flatMap(Object.keys))]
    const lines = rows.map((row) => csvLine(names.map((name) => toText(row[name]))))
    return [csvLine([PART_TITLES[part]]), rows.length > 0 ? csvLine(names) : csvLine(['nothing']), ...lines].join('')
  }).join('\r\n')
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  // Answers with their questions.
  if (Array.isArray(value)) return value.map((one: object) => Object.values(one).join(': ')).join('\n')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
