import { useState } from 'react'
import { expected } from '../../../contract/errors.ts'
import { reloadIfReachable } from '../../background/update-state.ts'
import { noteLanguage } from '../../store/noted-language.ts'
import * as texts from '../../texts/compiled/layout.js'
import { LANGUAGES, type Language, language, PSEUDO } from '../../texts/languages.ts'
import { keepChosenLanguage, showLanguage } from '../../texts/show-language.ts'
import { Button } from '../../ui/button.tsx'

const CHOICES = (Object.keys(LANGUAGES) as Language[]).filter((tag) => tag !== PSEUDO)

/** A browser may remember for the life of a page that a file could not be had. Then only a new page can have it. */
const failedBefore = new Set<Language>()

/** The choice of the app's language. It stays as it is where the texts of the chosen one cannot be had. */
export function LanguageChoice() {
  const [chosen, setChosen] = useState<Language | null>(null)
  const [missing, setMissing] = useState<Language | null>(null)
  const choose = async (to: Language) => {
    setMissing(null)
    setChosen(to)
    try {
      if (!(await showLanguage(to))) return
      keepChosenLanguage(to)
      void noteLanguage(to)
      // All screens were rendered anew, and the panel is closed (own-menu.tsx).
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-controls=own-panel]')?.focus())
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
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="mb-2 text-sm text-ink-soft">{texts.language()}</legend>
      {CHOICES.map((tag) => (
        <Button
          key={tag}
          variant="secondary"
          lang={tag}
          className="flex-auto aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
          aria-pressed={tag === language()}
          pending={tag === chosen}
          onClick={() => void choose(tag)}
        >
          {LANGUAGES[tag].name}
        </Button>
      ))}
      {missing && (
        <p role="alert" className="basis-full">
          {texts.languageMissing({ language: LANGUAGES[missing].name })}
        </p>
      )}
    </fieldset>
  )
}
