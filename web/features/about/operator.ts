import { contactDaysOf } from '../../../contract/limits.ts'

// The build takes these settings from wrangler.toml (vite.config.ts), so the screens name them with no network.

/** The address that the operator reads; empty if there is none. */
export function operatorEmail(): string {
  return import.meta.env.OPERATOR_EMAIL ?? ''
}

/** Days after an event until contact data is erased. */
export function contactDays(): number {
  return contactDaysOf(import.meta.env.CONTACT_DAYS)
}
