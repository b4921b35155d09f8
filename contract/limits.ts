/** The product's name; `{product}` in the specification. */
export const PRODUCT = 'Startline'

/** The distances that a marathon can have (specification, section 9). */
export const DISTANCES = ['3k', '5k', '10k', '15k', '25k'] as const
export type Distance = (typeof DISTANCES)[number]

/** What the id of a row or an operation looks like. */
export const ID_PATTERN = /^[A-Za-z0-9_-]{8,64}$/

/** Greatest lengths of texts, in characters (`lengthOf`) after `normaliseText`. */
export const MAX_LENGTH = {
  size: 11,
  title: 120,
  location: 120,
  description: 4000,
  url: 2048,
  name: 80,
  phone: 32,
  additionalInfo: 1000,
  email: 254,
  timeZone: 64,
  reason: 300,
  bib: 12,
  gate: 40,
  notice: 500,
  doubt: 40,
  question: 120,
  option: 60,
  waiver: 2000,
  answer: 300,
  /** Of the JSON of a marathon's questions, fields of staff and categories. */
  questions: 32_000,
  staffFields: 1000,
  categories: 6000,
  splits: 1000,
} as const

/** Least number of digits of a phone number. */
export const MIN_PHONE_DIGITS = 5
/** Largest capacity of a marathon. */
export const MAX_CAPACITY = 1_000_000
/** The greatest `perAccount` of a marathon, for a club or a school that registers its members. */
export const MAX_PER_ACCOUNT = 2000
/** `perAccount` where the organiser sets none, and the greatest one of a ballot. */
export const DEFAULT_PER_ACCOUNT = 10
/** Largest request body, in bytes: as sent, and after decompression. A phone's ops take less (web/sync/next-ops.ts). */
export const MAX_BODY_BYTES = 1_048_576
/** Most fields in the `base` or `patch` of an operation. Real ones have fewer. */
export const MOST_FIELDS = 64
/** Most operations in one sync request. */
export const MAX_OPS = 500
/** Most marathons that one account may have. Deleted ones do not count. */
export const MAX_MARATHONS = 200
/**
 * Most applications that one account may have, enough for a club that registers its members. Deleted ones do not count.
 */
export const MAX_APPLICATIONS = 2000
/**
 * Most push subscriptions of an account, one for each browser. A further one replaces the one whose renewal is
 * longest ago.
 */
export const MAX_PUSH_SUBSCRIPTIONS = 20
/** Most staff of a marathon, the owner aside, and open invitations together. */
export const MAX_STAFF = 100
/** Most marathons of others at which one account may be staff. */
export const MAX_STAFFED = 50
/** Most notices that the organiser of a marathon may have written. Deleted ones do not count. */
export const MAX_NOTICES = 200
/**
 * Urgent notices to everybody, and to one account, that an event may push at once, and that it may push an hour after
 * that. Further pushes wait for their turn, and one that a newer notice replaces is not sent. The notices themselves
 * come at once.
 */
export const URGENT_AN_HOUR = 10
/**
 * Mails of notices to everybody that an event sends at once, and a day after that: what its organiser writes, and what
 * changes. The events of one owner together send not many more. Further ones wait for their turn, a day at most.
 */
export const WRITTEN_MAILS_A_DAY = 3
export const CHANGE_MAILS_A_DAY = 6
export const OWNER_WRITTEN_MAILS_A_DAY = 10
export const OWNER_CHANGE_MAILS_A_DAY = 20
/** Mails to one account at once, and a day after that, besides what must be known. Further ones are not sent. */
export const ACCOUNT_MAILS_A_DAY = 50
/** Most notices to everybody, and to one account, that the server keeps of its own at a marathon. Older ones are deleted. */
export const MAX_SYSTEM_NOTICES = 100
/**
 * Most check-ins of one application by one account, those that were taken back included. What one account fills closes an
 * entry for nobody else.
 */
export const MAX_SCANS = 20
/**
 * A helper's scan is refused where an application has this many check-ins of all accounts. The organiser's is not, so
 * that no helper closes an entry at the gate. Both limits together keep an entry small enough to be deleted.
 */
export const MAX_SCANS_OF_ALL = 1000
/** Most recordings at points of one account at a marathon, and most rulings at a marathon. */
export const MAX_RECORDINGS = 20_000
export const MAX_RULINGS = 10_000
/** The longest time since the gun that a person may set, in ms: less than 100 hours. */
export const MAX_SINCE_MS = 100 * 3_600_000 - 1
/** Most points of a marathon between start and finish. */
export const MAX_SPLITS = 10
/** Most recordings and entries of a marathon of which a worker makes the list of results: it has 128 MB. */
export const MAX_LISTED_RECORDINGS = 40_000
export const MAX_LISTED_ENTRIES = 50_000
/** Most rows, characters of rows, and corrections of a list that everybody reads. */
export const MAX_PUBLIC_RESULTS = 20_000
export const MAX_PUBLIC_LENGTH = 5_000_000
export const MAX_PUBLIC_CORRECTIONS = 200
/** Most corrections of official rows of a marathon: two of each row of the longest list. */
export const MAX_CORRECTIONS = 100_000
/** Most entries without account at a marathon. Who lost the role makes at most half as many. */
export const MAX_UNCLAIMED = 20_000
/** Days of a new epoch in which an entry that is not there may still come: a phone sends it again. */
export const RESTORE_DAYS = 30
/** Days that an invitation is valid. */
export const INVITATION_DAYS = 7
/** Rows in one page of a pull, of all kinds, deletions included, where the request names no number. */
export const PULL_PAGE_ROWS = 1000
/** Most rows in one page of a pull, for a phone that asks for as many. A worker has 128 MB. */
export const MAX_PULL_PAGE_ROWS = 2000
/** Fewest rows in a page of a pull. A phone on a slow line asks for so few. */
export const MIN_PULL_PAGE_ROWS = 20
/** Most rows in one response of GET /marathons or GET /marathonApplication. */
export const LIST_PAGE_ROWS = 500
/** Most entrants in one page of GET /marathons/{id}/entrants. */
export const ENTRANT_PAGE_ROWS = 1000
/** Rows of a page of a history. */
export const HISTORY_PAGE_ROWS = 50
/** Rows of a history that a phone keeps: the newest. */
export const MOST_HISTORY_ROWS = 500
/** Most marathons in each of the two public lists. */
export const PUBLIC_LIST_ROWS = 100
/** Most marathons of one account in each of the two public lists, where those of others fill it. */
export const PUBLIC_OF_ACCOUNT = 3
/** A public list with fewer marathons gets the first ones of all, also of one account: a new server has one organiser. */
export const PUBLIC_FEW = 10
/**
 * Days after the start of a marathon until accounts that do not own it, did not apply and do not help there stop
 * pulling it.
 */
export const PAST_MARATHON_DAYS = 30
/** Days that the server keeps a deletion for the pull. A phone that missed a deletion that is not kept starts over. */
export const TOMBSTONE_DAYS = 90
/** Days that the server keeps an operation's verdict. */
export const OP_RECORD_DAYS = 400
/** Days that the server keeps the texts of a clash in its verdict. */
export const CLASH_DAYS = 90
/**
 * Days after the start of a marathon until its entrants' contact data is erased, unless the environment sets others.
 */
export const CONTACT_DAYS = 180

/** Days of the oldest time of a phone that is believed. After a restore, phones send again the ops of the last 30 days. */
export const LATE_DAYS = 90

/** The days that the operator has set as CONTACT_DAYS; anything but a positive number means the default. */
export function contactDaysOf(setting: string | undefined): number {
  return Number(setting) > 0 ? Number(setting) : CONTACT_DAYS
}

/** Days that a session lasts. */
export const SESSION_DAYS = 14
/** Days that a session can write. After that it can only read until it is renewed with a new ID token. */
export const WRITE_DAYS = 1
/** The shortest SESSION_SECRET that the worker takes. */
export const MIN_SECRET_LENGTH = 32
/** The version of operations that this code writes and understands. */
export const OP_VERSION = 1

export const DAY_MS = 86_400_000
