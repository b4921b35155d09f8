import { isUndrawn } from '../../../../contract/places.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import type { When } from '../when.ts'

/** What an organiser has to do for a marathon. */
export type ToDoName = 'picture' | 'share' | 'draw' | 'helpers' | 'bibs' | 'testScan' | 'checkIn' | 'thanks' | 'again'

/** One thing to do. `isDone`: null where nobody can tell, or where this phone does not know it yet. */
export interface ToDo {
  name: ToDoName
  isDone: boolean | null
}

/** What this phone knows of the preparations; undefined until it is read. */
export interface Progress {
  /** Entrants with a bib. */
  withBib: number | undefined
  /** Staff beside the user. */
  helpers: number | undefined
  /** Was any code scanned, also one that was taken back? */
  hasScans: boolean | undefined
  /** Entrants who are here. */
  here: number | undefined
}

/** The address of one of our own drawings, 1 to 8, see `EventPicture`. */
export function drawing(number: number): string {
  return `/samples/sample-${number}.svg`
}

/** Is a picture one of our own drawings? A folder of that name may be on any other site. */
export function isDrawing(address: string): boolean {
  return /\/samples\/sample-\d\.svg$/.test(address)
}

/** How many have applied, with a place or without. */
export function applicants({ regCount, waitingCount, enteredCount }: MarathonView): number {
  return regCount + waitingCount + enteredCount
}

/** What there is to do on a day, in the order in which it is due. A cancelled marathon needs nothing. */
export function toDoOf(marathon: MarathonView, when: When, progress: Progress): ToDo[] {
  if (marathon.cancelled) return []
  if (when === 'past') {
    return [
      { name: 'thanks', isDone: null },
      { name: 'again', isDone: null },
    ]
  }
  const { regCount: registered } = marathon
  const { withBib, helpers, hasScans, here } = progress
  const bibs: ToDo = { name: 'bibs', isDone: registered && withBib !== undefined ? withBib >= registered : null }
  const last: ToDo[] = [{ name: 'helpers', isDone: helpers ? true : null }, bibs]
  if (when === 'today') {
    const isAllHere = here !== undefined && registered ? here >= registered : null
    return [{ name: 'checkIn', isDone: isAllHere }, ...last]
  }
  const draw: ToDo[] = marathon.registration === 'ballot' ? [{ name: 'draw', isDone: !isUndrawn(marathon) }] : []
  return [
    { name: 'picture', isDone: !isDrawing(marathon.image) },
    { name: 'share', isDone: applicants(marathon) > 0 },
    ...draw,
    ...last,
    { name: 'testScan', isDone: hasScans ?? null },
  ]
}
