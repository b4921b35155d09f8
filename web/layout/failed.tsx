import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { dropFirstScreen } from '../first-paint/first-screen.ts'
import { CODE_MISSING } from '../pwa/update-state.ts'
import { CodeMissing } from '../shared/code-missing.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Shown if a screen throws an error. Stored data is not affected, so the user can safely try again. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useLayoutEffect(dropFirstScreen, [])
  const retry = () => {
    reset()
    router.invalidate()
  }
  if (error instanceof Error && error.message.startsWith(CODE_MISSING)) {
    return <CodeMissing title="This screen is not on this phone." />
  }
  if (error instanceof Error && error.name === 'StorageRefused') {
    return (
      <div className="shell py-10">
        <Notice
          size="screen"
          kind="failed"
          title="This screen cannot work here."
          action={<Button onClick={() => location.reload()}>Try again</Button>}
        >
          It shows what is kept on your device, and this browser does not let the site keep anything. Allow cookies and
          site data for it, then try again.
        </Notice>
      </div>
    )
  }
  return (
    <div className="shell py-10">
      <Notice
        size="screen"
        kind="failed"
        title="Something went wrong."
        action={<Button onClick={retry}>Try again</Button>}
      >
        Nothing you saved is lost.
      </Notice>
    </div>
  )
}
