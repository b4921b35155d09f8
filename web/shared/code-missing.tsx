import { useState } from 'react'
import { reloadIfReachable } from '../pwa/update-state.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

const NO_RESPONSE = 'There is still no response. Try again where there is a network.'

/** Shown instead of something whose code is neither on this phone nor on the network. */
export function CodeMissing({ title }: { title: string }) {
  const [pending, setPending] = useState(false)
  const [message, setMessage] = useState('')
  const tryAgain = async () => {
    setPending(true)
    setMessage('')
    if (await reloadIfReachable()) return
    setPending(false)
    setMessage(NO_RESPONSE)
  }
  return (
    <div className="shell py-10">
      <Notice
        size="screen"
        kind="offline"
        title={title}
        action={
          <Button pending={pending} onClick={tryAgain}>
            Try again
          </Button>
        }
      >
        It needs a network once. Nothing you saved is lost. <span role="status">{message}</span>
      </Notice>
    </div>
  )
}

/** Shown where somebody signs in, if the code that shows an account is missing. */
export function AccountCodeMissing() {
  return <CodeMissing title="The part of the app for accounts is not on this phone." />
}
