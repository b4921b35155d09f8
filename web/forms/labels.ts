import * as labels from '../texts/compiled/labels.js'

// The catalogue is keyed by the names of the fields. Beside them it has what errors name, which is no field of a form:
// an account or an event with the most rows that it may have, or the id of an edit.
const LABELS: Record<string, (() => string) | undefined> = { ...labels }

/** The label of a field; the field's own name if it has none. An edit may have a field with the name `constructor`. */
export function labelOf(field: string): string {
  return Object.hasOwn(LABELS, field) ? (LABELS[field]?.() ?? field) : field
}
