import { useId, useState } from 'react'
import { expected } from '../../contract/errors.ts'
import { reloadIfReachable } from '../background/update-state.ts'
import { noteLanguage } from '../store/noted-language.ts'
import * as texts from '../texts/compiled/layout.js'
import { LANGUAGES, type Language, language, PSEUDO } from '../texts/languages.ts'
import { keepChosenLanguage, showLanguage } from '../texts/show-language.ts'

const CHOICES = (Object.keys(LANGUAGES) as Language[]).filter((tag) => tag !== PSEUDO)
const NAME = 'language'

/** A browser may remember for the life of a page that a file could not be had. Then only a new page can have it. */
const failedBefore = new Set<Language>()

/** The choice of the app's language. It stays as it is where the texts of the chosen one cannot be had. */
export function LanguageChoice() {
  const id = useId()
  const [chosen, setChosen] = useState<Language | null>(null)
  const [missing, setMissing] = useState<Language | null>(null)
  const choose = async (to: Language) => {
    setMissing(null)
    setChosen(to)
    const hadFocus = document.activeElement?.id === id
    try {
      if (!(await showLanguage(to))) return
      keepChosenLanguage(to)
      void noteLanguage(to)
      // All screens were rendered anew, with another select.
      if (hadFocus) requestAnimationFrame(() => document.querySelector<HTMLElement>(`select[name=${NAME}]`)?.focus())
    } catch {
      expected('no-code')
      if (failedBefore.has(to)) {
        keepChosenLanguage(to)
        if (await reloadIfReachable()) return
      }
      failedBefore.add(to)
      setMissing(to)
    }
    setChosen(null)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-chalk">
        {texts.language()}
      </label>
      <select
        id={id}
        name={NAME}
        value={chosen ?? language()}
        aria-busy={chosen !== null}
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
