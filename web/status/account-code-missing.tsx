import * as texts from '../texts/compiled/shared.js'
import { CodeMissing } from './code-missing.tsx'

/** Shown where somebody signs in, if the code that shows an account is missing. */
export function AccountCodeMissing() {
  return <CodeMissing title={texts.accountCodeMissing()} />
}
