import { useState } from 'react'
import { reloadIfReachable } from '../background/update-state.ts'
import * as common from '../texts/compiled/common.js'
import * as texts from '../texts/compiled/shared.js'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Shown instead of something whose code is neither on this phone nor on the network. */
export function CodeMissing({ title }: { title: string }) {
  const [pending, setPending] = useState(false)
  const [message, setMessage] = useState('')
  const tryAgain = async () => {
    setPending(true)
    setMessage('')
    if (await reloadIfReachable()) return
    setPending(false)
    setMessage(texts.noResponse())
  }
  return (
    <div className="shell py-10">
      <Notice
        size="screen"
        kind="offline"
        title={title}
        action={
          <Button pending={pending} onClick={tryAgain}>
            {common.tryAgain()}
          </Button>
        }
      >
        {texts.needsNetworkOnce()} <span role="status">{message}</span>
      </Notice>
    </div>
  )
}
