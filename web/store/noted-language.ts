import { recordError } from '../../contract/errors.ts'
import { inTime } from './in-time.ts'

/** A frozen tab may block the database without end. */
const TIMEOUT_MS = 2000

/**
 * Notes the language that the user wants, for the service worker: it keeps the texts of that language and shows pushes
 * in it, and it cannot read localStorage. English needs no note. Resolves after two seconds at the latest.
 */
export function noteLanguage(wanted: string): Promise<void> {
  // A phone that stores nothing keeps no texts, and gets no pushes.
  return inTime(note(wanted).catch(recordError), TIMEOUT_MS, undefined)
}

async function note(wanted: string): Promise<void> {
  const { deviceDb, LANGUAGE_MARK } = await device()
  if ((await read()) !== wanted) await deviceDb.marks.put({ key: LANGUAGE_MARK, value: wanted })
}

/** The language that the user last wanted; English where it is not known within two seconds. */
export function notedLanguage(): Promise<string> {
  return inTime(
    read().catch((error) => recordError(error, 'en')),
    TIMEOUT_MS,
    'en',
  )
}

// A first screen and a start of the service worker do without the database.
const device = () => import('./device-db.ts')

async function read(): Promise<string> {
  const { deviceDb, LANGUAGE_MARK } = await device()
  return (await deviceDb.marks.get(LANGUAGE_MARK))?.value ?? 'en'
}
