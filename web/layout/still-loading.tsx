import { CodeMissing } from '../shared/code-missing.tsx'

/** Shown instead of a screen whose code does not come. It may still come, and then the screen follows. */
export function StillLoading() {
  return <CodeMissing title="This screen is still loading." />
}
