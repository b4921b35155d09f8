import { useEffect, useRef, useState } from 'react'
import { Problem } from '../../../contract/problem.ts'
import { createInvitation, type Invitation } from '../../calls/invitations.ts'
import type { LoadProblem } from '../../calls/load-problem.ts'
import * as texts from '../../texts/compiled/organise.js'
import { plainText } from '../../texts/plain-text.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { ShareIcon } from '../../ui/icons/screen-icons.tsx'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import { Rich } from '../../ui/rich.tsx'
import { helperFailure } from './helper-failure.ts'

type InviteHelperProps = {
  marathonId: string
  title: string
  call: <T>(make: () => Promise<T>) => Promise<T>
  /** The problem that another notice of the screen tells. The failure of an invitation does not repeat it. */
  shownProblem: LoadProblem | null
  /** The invitation whose link is shown. */
  invitation: Invitation | null
  onInvitation: (shown: Invitation | null) => void
  /** Reads the open invitations again. */
  reread: () => Promise<unknown>
}

/** Makes an invitation and shows it once: the app keeps no copy of the link. */
export function InviteHelper({ marathonId, title, call, shownProblem, ...shown }: InviteHelperProps) {
  const { invitation, onInvitation, reread } = shown
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  // The key stays until the link is here: a call whose answer was lost gives the same link again.
  const key = useRef('')

  const invite = async () => {
    key.current ||= crypto.randomUUID()
    setPending(true)
    setFailure(null)
    const make = () => call(() => createInvitation(marathonId, 'gate', key.current))
    try {
      onInvitation(
        await make().catch((error) => {
          // The answer was lost, and the user withdrew the invitation that the list showed.
          if (!(error instanceof Problem && error.code === 'GONE')) throw error
          key.current = crypto.randomUUID()
          return make()
        }),
      )
      key.current = ''
    } catch (error) {
      setFailure(error)
    } finally {
      setPending(false)
      // Also after a lost answer: the server may have made it.
      await reread()
    }
  }
  if (invitation) return <ShownOnce invitation={invitation} title={title} onDone={() => onInvitation(null)} />
  return (
    <div className="mb-8 grid justify-items-start gap-3">
      <Button onClick={invite} pending={pending} pendingLabel={texts.inviting()}>
        {texts.inviteHelper()}
      </Button>
      <FormError>{failure === null ? '' : helperFailure(failure, shownProblem)}</FormError>
    </div>
  )
}

function ShownOnce({ invitation, title, onDone }: { invitation: Invitation; title: string; onDone: () => void }) {
  const [message, setMessage] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { url, expiresAt } = invitation
  const copy = async () => setMessage((await copyText(url)) ? texts.linkCopied() : texts.linkNotCopied())
  const share = async () => {
    try {
      await navigator.share({ title: plainText(texts.shareTitle({ title })), url })
    } catch (error) {
      // The user closed the share sheet, which is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setMessage(texts.linkNotShared())
    }
  }
  return (
    <section
      aria-labelledby="invitation"
      className="mb-8 grid grid-cols-[minmax(0,1fr)] gap-4 rounded-md border border-line bg-surface p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-6"
    >
      <QrCode text={url} label={texts.invitationCode()} className="h-auto w-48 max-w-full justify-self-center" />
      <div className="grid content-start justify-items-start gap-3">
        <h2 id="invitation" tabIndex={-1} ref={heading} className="text-xl outline-none">
          {texts.invitation()}
        </h2>
        <p>
          <Rich
            text={texts.invitationText({ dayTime: formatDayTime(expiresAt, readerTimeZone()) })}
            tags={{ b: (children) => <strong>{children}</strong> }}
          />
        </p>
        <p className="font-mono text-sm break-all select-all">{url}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={copy}>{texts.copyLink()}</Button>
          {typeof navigator.share === 'function' && (
            <Button variant="secondary" onClick={share}>
              <ShareIcon size={20} />
              {texts.share()}
            </Button>
          )}
          <Button variant="secondary" onClick={onDone}>
            {texts.done()}
          </Button>
        </div>
        <p role="status" className="text-sm text-ink-soft not-empty:mt-1">
          {message}
        </p>
      </div>
    </section>
  )
}
