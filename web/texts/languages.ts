/** The languages of the app by their tag (BCP 47). */
export type Language = 'en' | 'de' | 'es' | 'bn' | 'ar' | 'qps'

/**
 * The pseudo-language, which only tests choose: English with accents, 40 % longer and in brackets. The build makes it
 * from the English texts.
 */
export const PSEUDO = 'qps'

/** Each language's name for itself, and the direction of its writing. */
export const LANGUAGES: Record<Language, { name: string; direction: 'ltr' | 'rtl' }> = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  bn: { name: 'বাংলা', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  qps: { name: '⟦Pséúdó⟧', direction: 'ltr' },
}

/**
 * The key of localStorage with the language that the user chose. The inline script reads it too
 * (web/build/page-script.js).
 */
export const CHOSEN_LANGUAGE = 'language'

let current: Language = 'en'

/** The language of the texts that are shown now. */
export function language(): Language {
  return current
}

/** Notes which language is shown from now on. Who calls it has the texts. */
export function setLanguage(to: Language): void {
  current = to
}

/**
 * The locale for `Intl`: the given one while the app is in English, whose forms the specification fixes, and otherwise
 * the language itself.
 */
export function localeOf(english: string): string {
  return current === 'en' || current === PSEUDO ? english : current
}
