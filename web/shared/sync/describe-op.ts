import { typedOp } from '../../../contract/ops.ts'
import type { Op } from '../../../contract/sync.ts'
import { labelOf } from '../forms/labels.ts'
import { ownFields } from './patch-values.ts'

/**
 * An edit as a text: "New event 'X'", "Changed distance of 'X'", "Cancelled 'X'".
 * @param title the marathon's title; '' if this phone does not know it
 * @param entrant the name of the entrant who gets a bib or is checked in
 */
export function describeOp(op: Op, title = '', entrant = ''): string {
  const event = title ? `'${title}'` : 'an event'
  const typed = typedOp(op)
  switch (typed?.type) {
    case 'marathon.create':
      return `New event ${event}`
    case 'marathon.update':
      return isOnlyCancellation(op.patch) ? cancellation(op.patch, event) : `Changed ${fieldList(op.patch)} of ${event}`
    case 'marathon.delete':
      return title ? `Deleted event ${event}` : 'Deleted an event'
    case 'marathon.draw':
      return `Draw of the places of ${event}`
    case 'application.create':
      return `${typed.patch.waitingList ? 'Waiting list of' : 'Application to'} ${event}${person(typed.patch)}`
    case 'application.update':
      return `Changed ${fieldList(op.patch)} of your application to ${event}`
    case 'application.delete':
      return `Deleted your application to ${event}`
    case 'application.assignBib': {
      const { bib } = typed.patch
      return `${bib === null ? 'No bib' : `Bib ${bib}`} for ${entrant || 'an entrant'} of ${event}`
    }
    case 'checkIn.create':
      return `Check-in of ${entrant || 'an entrant'} at ${event}`
    case 'checkIn.void':
      return `Took back the check-in of ${entrant || 'an entrant'} at ${event}`
    case 'checkIn.confirm':
      return `Confirmed the check-in of ${entrant || 'an entrant'} at ${event}`
    case 'notice.create':
      return `${typed.patch.urgent ? 'Urgent notice' : 'Notice'} to everybody at ${event}`
    case 'notice.delete':
      return `Deleted a notice of ${event}`
  }
  // Another version of the app made this op.
  return `A change to ${event} that this version does not know`
}

function isOnlyCancellation(patch: Record<string, unknown>): boolean {
  return Object.keys(patch).join() === 'cancelled'
}

function cancellation({ cancelled }: Record<string, unknown>, event: string): string {
  return cancelled === null ? `Took back the cancellation of ${event}` : `Cancelled ${event}`
}

/** 'distance', 'distance and location', 'distance, location and 2 more' */
function fieldList(patch: Record<string, unknown>): string {
  const names = Object.keys(patch).map((field) => labelOf(field).toLowerCase().replace('url', 'URL'))
  const [first = 'nothing', second, ...rest] = names
  if (!second) return first
  if (rest.length === 0) return `${first} and ${second}`
  return `${first}, ${second} and ${rest.length} more`
}

function person({ firstName, lastName }: { firstName: string; lastName: string }): string {
  const name = [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
  return name && ` for ${name}`
}

/** An edit as plain lines, for the clipboard. */
export function editText(op: Op, title: string, entrant = ''): string {
  const values = ownFields(op).map(([field, value]) => `${labelOf(field)}: ${value ?? ''}`)
  return [describeOp(op, title, entrant), ...values].join('\n')
}
