import { notedLanguage } from '../../store/noted-language.ts'
import translations from '../../texts/compiled/notifications.all.js'
import { LANGUAGES, type Language, setLanguage } from '../../texts/languages.ts'
import { translate } from '../../texts/message.ts'

/** Shows notifications from now on in the language that the app last showed. Each event asks again: it may change. */
export async function showNotedLanguage(): Promise<void> {
  const noted = await notedLanguage()
  const to = Object.hasOwn(LANGUAGES, noted) ? (noted as Language) : 'en'
  translate(to === 'en' ? undefined : translations[to])
  setLanguage(to)
}
