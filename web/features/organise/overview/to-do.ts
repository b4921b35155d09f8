import { isUndrawn } from '../../../../contract/places.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import type { When } from '../when.ts'

/** What an organiser has to do for a marathon. */
export type ToDoName = 'picture' | 'share' | 'draw' | 'helpers' | 'bibs' | 'testScan' | 'checkIn' | AfterRace

/** What there is to do after a race. Without recordings there are no results. */
type AfterRace = 'doubts' | 'official' | 'numbers' | 'thanks' | 'exports' | 'again'

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
  /** Doubts about the results; null where nothing was recorded. They are counted after the race. */
  doubts?: number | null | undefined
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
    const { doubts = null } = progress
    const thanks: ToDo = { name: 'thanks', isDone: null }
    const again: ToDo = { name: 'again', isDone: null }
    if (doubts === null) return [thanks, again]
    return [
      { name: 'doubts', isDone: doubts === 0 },
      { name: 'official', isDone: marathon.results === 'official' },
      thanks,
      { name: 'exports', isDone: null },
      { name: 'numbers', isDone: null },
      again,
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
