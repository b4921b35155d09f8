import { localeOf } from './languages.ts'

/** Joins the parts of a sentence as the language does: 'a, b and c'. */
export function listOf(parts: readonly string[]): string {
  return new Intl.ListFormat(localeOf('en-GB'), { type: 'conjunction' }).format(parts)
}
