import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { recordError } from '../../contract/errors.ts'
import { CODE_MISSING } from '../background/update-state.ts'
import { CodeMissing } from '../status/code-missing.tsx'
import { CopyErrors } from '../status/copy-errors.tsx'
import * as common from '../texts/compiled/common.js'
import * as texts from '../texts/compiled/layout.js'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Shown if a screen throws an error. Stored data is not affected, so the user can safely try again. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  // Before the log is read.
  useLayoutEffect(() => recordError(error), [error])
  const retry = () => {
    reset()
    router.invalidate()
  }
  if (error instanceof Error && error.name === CODE_MISSING) {
    return <CodeMissing title={texts.screenMissing()} />
  }
  if (error instanceof Error && error.name === 'StorageRefused') {
    return (
      <div className="shell py-10">
        <Notice
          size="screen"
          kind="failed"
          title={texts.storageRefusedTitle()}
          action={<Button onClick={() => location.reload()}>{common.tryAgain()}</Button>}
        >
          {texts.storageRefusedText()}
        </Notice>
      </div>
    )
  }
  return (
    <div className="shell py-10">
      <Notice
        size="screen"
        kind="failed"
        title={texts.failedTitle()}
        action={
          <div className="flex flex-wrap gap-2">
            <Button onClick={retry}>{common.tryAgain()}</Button>
            <CopyErrors />
          </div>
        }
      >
        {texts.failedText()}
      </Notice>
    </div>
  )
}
