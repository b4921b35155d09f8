import { useId, useState } from 'react'
import * as texts from '../texts/compiled/layout.js'
import { LANGUAGES, type Language, language, PSEUDO } from '../texts/languages.ts'
import { keepChosenLanguage, showLanguage } from '../texts/show-language.ts'

const CHOICES = (Object.keys(LANGUAGES) as Language[]).filter((tag) => tag !== PSEUDO)
const SELECT_NAME = 'language'

/** The choice of the app's language. It stays as it is where the texts of the chosen one cannot be had. */
export function LanguageChoice() {
  const id = useId()
  const [wanted, setWanted] = useState<Language | null>(null)
  const [missing, setMissing] = useState<Language | null>(null)
  const choose = async (to: Language) => {
    setMissing(null)
    setWanted(to)
    try {
      await showLanguage(to)
      keepChosenLanguage(to)
      void import('../pwa/note-language.ts').then(({ noteLanguage }) => noteLanguage())
      // All screens were drawn anew, with another select.
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`select[name=${SELECT_NAME}]`)?.focus())
    } catch {
      setMissing(to)
      setWanted(null)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-chalk">
        {texts.language()}
      </label>
      <select
        id={id}
        name={SELECT_NAME}
        value={wanted ?? language()}
        aria-busy={wanted !== null}
        onChange={({ target }) => void choose(target.value as Language)}
        className="min-h-11 rounded-md border border-night-line bg-night px-3 text-chalk"
      >
        {CHOICES.map((tag) => (
          <option key={tag} value={tag} lang={tag}>
            {LANGUAGES[tag].name}
          </option>
        ))}
      </select>
      {missing && (
        <p role="alert" className="text-chalk">
          {texts.languageMissing({ language: LANGUAGES[missing].name })}
        </p>
      )}
    </div>
  )
}
