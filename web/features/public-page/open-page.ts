import { recordError } from '../../../contract/errors.ts'
import type { PublicPage } from '../../../contract/marathon.ts'
import { type LoadProblem, loadProblem } from '../../calls/load-problem.ts'
import { fetchPublicPage, keptPages } from '../../marathon/public-page.ts'
import { PRERENDERED } from '../../page.ts'
import type { PublicPageRecord } from '../../store/device-db.ts'
import { inTime } from '../../store/in-time.ts'

/** The first render waits so long for the server, and then so long for this phone's copy. */
const SERVER_WAIT_MS = 400
const STORAGE_WAIT_MS = 400

/** What the server says of a page: the page, null for one that is not there, or why it said nothing. */
export type Answer = PublicPage | null | { problem: LoadProblem }

/** What is known of a page when its screen is rendered first. */
export interface Opened {
  /** The answer to the request that the opening has sent. */
  asked: Promise<Answer>
  /** The answer, if it was there in time. */
  answer: Answer | undefined
  /** This phone's copy, if the answer was not the page. Undefined until it is read. */
  kept: PublicPageRecord | null | undefined
}

/** Asks the server for a page. It never rejects. */
export function askPage(id: string): Promise<Answer> {
  return fetchPublicPage(id).catch((error) => ({ problem: loadProblem(error) }))
}

/** This phone's copy of a page; null if there is none. It never rejects. */
export async function readKept(id: string): Promise<PublicPageRecord | null> {
  return keptPages()
    .then(({ readPage }) => readPage(id))
    .catch((error) => recordError(error, null))
}

/**
 * Opens a page. It asks the server at once, so that the answer arrives while the code of the screen does. With no
 * network, or a slow one, the first render has this phone's copy.
 */
export async function openPage(id: string): Promise<Opened> {
  // The build renders the page without an event.
  if (typeof document === 'undefined') return { asked: new Promise(() => {}), answer: undefined, kept: undefined }
  const asked = askPage(id)
  const answer = await inTime(asked, SERVER_WAIT_MS, undefined)
  if (answer === null || (answer && '_id' in answer)) return { asked, answer, kept: null }
  const kept = await inTime(readKept(id), STORAGE_WAIT_MS, undefined)
  // Who reads the title and the place already is not shown less (web/main.tsx waits as long).
  return { asked, answer: answer ?? (kept || !isReadable() ? undefined : await asked), kept }
}

/** Does the page still show what the build has rendered? */
function isReadable(): boolean {
  return document.getElementById(PRERENDERED) !== null && !('own' in document.documentElement.dataset)
}
