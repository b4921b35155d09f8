/** The product's name; `{product}` in the specification. */
export const PRODUCT = 'Startline'

/** Race distances the product knows (specification, section 9). */
export const DISTANCES = ['3k', '5k', '10k', '15k', '25k'] as const
export type Distance = (typeof DISTANCES)[number]

/** Longest texts, in UTF-16 code units after trimming and NFC. */
export const MAX_LENGTH = {
  title: 120,
  location: 120,
  description: 4000,
  url: 2048,
  name: 80,
  phone: 32,
  additionalInfo: 1000,
  email: 254,
  timeZone: 64,
} as const

/** Fewest digits of a phone number. */
export const MIN_PHONE_DIGITS = 5
/** Largest capacity an event may state. */
export const MAX_CAPACITY = 1_000_000
/** Largest request body, in bytes. */
export const MAX_BODY_BYTES = 1_048_576
/** Most operations in one sync call. */
export const MAX_OPS = 500
/** Most events of one account that are not deleted. */
export const MAX_MARATHONS = 200
/** Most applications of one account that are not deleted: a club registers its members. */
export const MAX_APPLICATIONS = 2000
/** Most rows in one answer of a pull. */
export const PULL_PAGE_ROWS = 1000
/** Most marathons in one answer of GET /marathons. */
export const LIST_PAGE_ROWS = 500
/** Most marathons in the two public lists. */
export const PUBLIC_LIST_ROWS = 100
/** How long past events stay in everybody's pull. */
export const PAST_MARATHON_DAYS = 30
/** How long deletions are told to a returning phone before it must start over. */
export const TOMBSTONE_DAYS = 90
/** How long the server remembers an operation's verdict. */
export const OP_RECORD_DAYS = 400
/** How long the texts of a clash stay with the verdict that told it. */
export const CLASH_DAYS = 90
/** After this many days past the event, entrants' contact data is erased. */
export const CONTACT_DAYS = 180
/** Lifetime of a session. */
export const SESSION_DAYS = 14
/** Version of the operations that this code writes and understands. */
export const OP_VERSION = 1

export const DAY_MS = 86_400_000
