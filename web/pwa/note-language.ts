import { deviceDb } from '../data/device-db.ts'
import { language } from '../texts/languages.ts'

/** The mark of the device database that names the language. */
const LANGUAGE_MARK = 'language'

/**
 * Notes the language that is shown, for the service worker: it keeps the texts of that language and shows pushes in it,
 * and it cannot read localStorage. English needs no note.
 */
export async function noteLanguage(): Promise<void> {
  try {
    const noted = await deviceDb.marks.get(LANGUAGE_MARK)
    if ((noted?.value ?? 'en') === language()) return
    await deviceDb.marks.put({ key: LANGUAGE_MARK, value: language() })
  } catch {
    // A phone that stores nothing keeps no texts, and gets no pushes.
  }
}

/** The language that the app last showed, as far as it is known. */
export async function notedLanguage(): Promise<string> {
  const noted = await deviceDb.marks.get(LANGUAGE_MARK).catch(() => undefined)
  return noted?.value ?? 'en'
}
