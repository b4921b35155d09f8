import { useEffect, useRef, useState } from 'react'
import type { InvitedRole } from '../../../contract/roles.ts'
import type { Invitation } from '../../calls/invitations.ts'
import * as organise from '../../texts/compiled/organise.js'
import * as roleTexts from '../../texts/compiled/roles.js'
import * as texts from '../../texts/compiled/staff.js'
import { plainText } from '../../texts/plain-text.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-button.tsx'
import { formatDayTime, readerTimeZone } from '../../ui/format/format.ts'
import { ShareIcon } from '../../ui/icons/screen-icons.tsx'
import { QrCode } from '../../ui/pictures/qr-code.tsx'
import { Rich } from '../../ui/rich.tsx'

type ShownOnceProps = { title: string; role: InvitedRole; invitation: Invitation; onDone: () => void }

/** An invitation that was just made: to be scanned, or sent. */
export function ShownOnce({ title, role, invitation: { url, expiresAt }, onDone }: ShownOnceProps) {
  const [message, setMessage] = useState('')
  const first = useRef<HTMLButtonElement>(null)
  // The tapped role has left the dialog, and took the focus with it.
  useEffect(() => first.current?.focus(), [])
  const canShare = typeof navigator.share === 'function'
  const copy = async () => setMessage((await copyText(url)) ? texts.linkCopied() : texts.linkNotCopied())
  const share = async () => {
    try {
      const subject = plainText(texts.shareTitle({ title, role: roleTexts.name({ role }) }))
      await navigator.share({ title: subject, url })
    } catch (error) {
      // The user closed the share sheet, which is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setMessage(texts.linkNotShared())
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-6">
      <QrCode text={url} label={texts.invitationCode()} className="h-auto w-48 max-w-full justify-self-center" />
      <div className="grid content-start justify-items-start gap-3">
        <p>
          <Rich
            text={texts.invitationText({ dayTime: formatDayTime(expiresAt, readerTimeZone()) })}
            tags={{ b: (children) => <strong>{children}</strong> }}
          />
        </p>
        <p className="font-mono text-sm break-all select-all">{url}</p>
        <div className="flex flex-wrap gap-2">
          {canShare && (
            <Button ref={first} onClick={share}>
              <ShareIcon size={20} />
              {organise.share()}
            </Button>
          )}
          <Button ref={canShare ? null : first} variant={canShare ? 'secondary' : 'primary'} onClick={copy}>
            {organise.copyLink()}
          </Button>
          <Button variant="secondary" onClick={onDone}>
            {texts.done()}
          </Button>
        </div>
        <p role="status" className="text-sm text-ink-soft not-empty:mt-1">
          {message}
        </p>
      </div>
    </div>
  )
}
