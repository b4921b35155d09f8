// The rows of the reference.

export interface RefMarathon {
  owner: string
  /** Registered runners. */
  count: number
  /** Runners on the waiting list. */
  waiting: number
  /** Runners in the ballot. */
  entered: number
  /** Entries without account. */
  unclaimed: number
  isDrawn: boolean
  /** The greatest `perAccount` that it ever had. A lower one leaves the applications that are there. */
  mostPerAccount: number
  ver: number
  fields: Record<string, unknown>
}
export interface RefApplication {
  /** Null for an entry without account. */
  owner: string | null
  marathon: string
  status: 'registered' | 'waiting' | 'entered' | 'unconfirmed'
  /** The place in the order of the waiting list; null for a runner who does not wait. */
  order: number | null
  /** The number in the order of the draw; null without a draw. */
  drawOrder: number | null
  /** How often this application was drawn, or came from the waiting list to a place. */
  promotions: number
  /** Did the user say that it is another person than the one who has this name? */
  isNamesake: boolean
  /** The entry code; null until the oracle has read one that the server made. */
  code: string | null
  /** Did it get the place although all were taken, or take such a place over? */
  isAbove: boolean
  ver: number
  fields: Record<string, unknown>
}
export interface RefCheckIn {
  marathon: string
  application: string
  by: string
  at: string
  gate: string
  voidedAt: string | null
  /** False for a scan that arrived after its helper was removed. */
  confirmed: boolean
  ver: number
}
/** What was recorded or ruled, with the fields of its op. */
interface RefFields {
  [field: string]: unknown
  marathon: string
  by: string
}
export interface RefRecording extends RefFields {
  voidedAt: string | null
  /** False for what arrived after its account lost the role. */
  confirmed: boolean
  ver: number
}
export type RefRuling = RefFields
export interface RefNotice {
  marathon: string
  /** The application that it is about; null for a notice to everybody, and for one that outlives its application. */
  application: string | null
  /** The only account that may see it; null for everybody. */
  to: string | null
  kind: string
  /** Null for a notice of the server. */
  text: string | null
  /** The kinds of what the server tells of a change, in the order of the text. */
  parts: string[]
  urgent: boolean
}
/** What an account is, or was, at a marathon. */
export interface RefStaff {
  marathon: string
  uid: string
  role: string
  isOffered: boolean
  isRemoved: boolean
}
/** What is left of a deleted row. */
export interface RefGone {
  /** Whose it was: null for an entry without account, and where retention left nothing but the id. */
  owner: string | null
  isStripped: boolean
  /** Of an application. */
  marathon?: string
  isHandedOn?: boolean
  reason?: string
}
export interface RefVerdict {
  status: 'applied' | 'rejected'
  code?: string
  conflicts?: Record<string, { base?: unknown; yours: unknown; theirs: unknown }>
  /** Did the op change or remove a row? */
  effect: boolean
}

export const applied = (effect: boolean): RefVerdict => ({ status: 'applied', effect })
export const no = (code: string): RefVerdict => ({ status: 'rejected', code, effect: false })
