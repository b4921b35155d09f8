import * as texts from '../texts/compiled/marathon.js'

/** The name of an entrant. Retention erases names some time after the marathon. */
export function entrantName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim() || texts.nameErased()
}
