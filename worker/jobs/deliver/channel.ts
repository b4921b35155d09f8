import type { SQL } from 'drizzle-orm'
import type { Cause } from './claims.ts'

/**
 * What became of a delivery. `gone`: the target gets nothing any more. `refused`: it is not wanted, also not later.
 * `later`: it may be sent again, after `afterMs` if somebody names a time. `silent`: the same, and nothing answered at
 * all.
 */
export type SendResult = { kind: 'sent' | 'gone' | 'refused' | 'silent' } | { kind: 'later'; afterMs: number | null }

/** How pushes, or mails, are sent. */
export interface Channel {
  /** Of the log's lines. */
  name: 'push' | 'mail'
  /** How long a run may hold a delivery: longer than sending may take, ms. */
  holdMs: number
  /** The longest time until a delivery is sent again, ms. */
  maxRetryMs: number
  causeOf(noticeId: string): Cause
  /** A part of those whom a notice concerns. @param after the last id of the part before */
  targetsOf(noticeId: string, after: string, limit: number): Promise<string[]>
  /** Where a notice has to wait for its turn. */
  turns: {
    /** SQL with the budgets of the notice `n`, see `takeTurn`. */
    budgetsOf: (isDue: SQL) => SQL
    /** What a further one waits for more, ms: many may wait for the same turn. */
    ms: number
  }
  /** Reads a chunk; null if its cause is over. @param isLast whether a delivery that is left now is never sent */
  read(cause: Cause, ids: string[], isLast: boolean): Promise<Chunk | null>
}

/** Deliveries that one run sends. */
export interface Chunk<Target extends { id: string } = { id: string }> {
  /** When its cause came, ISO 8601. */
  at: string
  /** What is sent at the same time: the lists of a lane are sent one after the other. Lanes may share their lists. */
  lanes: Target[][][]
  /** Is the target left for another run, because of what became of others? */
  isLeft(target: Target): boolean
  /** Sends one. @param leftMs how long somebody may keep it before it is too old, ms */
  send(target: Target, leftMs: number): Promise<SendResult>
  /** The statement that remembers that a target is gone. */
  drop(target: Target): SQL
}
