import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as organise from '../../texts/compiled/organise.js'
import * as texts from '../../texts/compiled/staff.js'
import { Button } from '../button.tsx'
import { copyText } from '../copy-button.tsx'
import { ShareIcon } from '../icons/screen-icons.tsx'
import { QrCode } from './qr-code.tsx'

type ShownLinkProps = {
  url: string
  /** The accessible name of the QR code. */
  label: string
  /** What the share sheet calls the link. */
  shareTitle: string
  /** What is above the link. */
  children: ReactNode
  /** The buttons after those that share and copy. */
  actions: ReactNode
}

/** A link to be scanned, or sent. */
export function ShownLink({ url, label, shareTitle, children, actions }: ShownLinkProps) {
  const [message, setMessage] = useState('')
  const first = useRef<HTMLButtonElement>(null)
  // The tapped button has left the dialog, and took the focus with it.
  useEffect(() => first.current?.focus(), [])
  const canShare = typeof navigator.share === 'function'
  const copy = async () => setMessage((await copyText(url)) ? texts.linkCopied() : texts.linkNotCopied())
  const share = async () => {
    try {
      await navigator.share({ title: shareTitle, url })
    } catch (error) {
      // The user closed the share sheet, which is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setMessage(texts.linkNotShared())
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-6">
      <QrCode text={url} label={label} className="h-auto w-48 max-w-full justify-self-center" />
      <div className="grid content-start justify-items-start gap-3">
        {children}
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
          {actions}
        </div>
        <p role="status" className="text-sm text-ink-soft not-empty:mt-1">
          {message}
        </p>
      </div>
    </div>
  )
}
