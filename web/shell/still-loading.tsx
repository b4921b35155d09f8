import { CodeMissing } from '../status/code-missing.tsx'
import * as texts from '../texts/compiled/layout.js'

/** Shown instead of a screen whose code does not come. It may still come, and then the screen follows. */
export function StillLoading() {
  return <CodeMissing title={texts.stillLoading()} />
}
