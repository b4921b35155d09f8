import type { InboxRecord } from '../../store/account-db.ts'

/** From this number on, bibs can be decided together. */
const MANY = 5

/** Bibs of one event that the user can decide on together. */
export interface ManyBibs {
  /** The event's id; '' if the phone has forgotten it. */
  key: string
  /** The event's title; '' if the phone has forgotten it. */
  title: string
  items: InboxRecord[]
}

/**
 * Finds the bibs that clash with another phone's, or that another entrant has, where an event has many of them. Two
 * phones that assign all bibs offline make thousands.
 * @param items of one group of the unsent changes
 * @returns the bibs by event, and all items with these bibs last, so that they hide nothing else
 */
export function findManyBibs(items: readonly InboxRecord[]): { groups: ManyBibs[]; sorted: InboxRecord[] } {
  const bibs = items.filter(({ op, code }) => op.type === 'application.assignBib' && (!code || code === 'BIB_TAKEN'))
  const groups = [...Map.groupBy(bibs, ({ was }) => String(was?.marathonId ?? ''))]
    .map(([key, those]) => ({ key, title: String(those[0]?.was?.title ?? ''), items: those }))
    .filter((group) => group.items.length >= MANY)
  const many = new Set(groups.flatMap((group) => group.items))
  return { groups, sorted: [...items.filter((item) => !many.has(item)), ...many] }
}
