import * as Radix from '@radix-ui/react-dialog'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import * as common from '../../texts/compiled/common.js'
import { Button } from '../button.tsx'
import { CloseIcon } from '../icons/icon.tsx'
import { backCloses } from './back-closes.ts'

type DialogProps = {
  title: string
  onClose: () => void
  /** One sentence below the title. Screen readers announce both together. */
  description?: ReactNode
  children: ReactNode
  /** The dialog's main button. It stays visible while the content scrolls, beside one that cancels. */
  action?: ReactNode
  cancelLabel?: string
  /** What the button that cancels does, if it does not only close the dialog. */
  onCancel?: () => void
  /** Use `sm` for a single control, such as a calendar. */
  size?: 'md' | 'sm'
}

const WIDTHS = {
  md: 'sm:w-[min(38rem,calc(100vw-2rem))]',
  sm: 'sm:w-[min(24rem,calc(100vw-2rem))]',
}

/**
 * A modal dialog. On a phone it is a sheet at the bottom, where the thumb reaches it. Back closes it. Screens load it
 * with `lazy(() => import('…/dialog.tsx'))` if they do not show it first.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, description, children, action, size = 'md' } = props
  const opener = useRef(document.activeElement)
  const close = useEffectEvent(onClose)
  useEffect(() => backCloses(close), [])
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-night/70" />
        <Radix.Content
          // The dialog opens by state and not by Radix's trigger, so this returns the focus to the element that had it.
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={`fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-lg bg-surface text-ink shadow-lift sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg ${WIDTHS[size]}`}
        >
          <div className="flex items-start justify-between gap-4 border-b border-line px-5 py-4">
            <div>
              <Radix.Title className="text-xl">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label={common.close()}
              className="-m-2 inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
            >
              <CloseIcon />
            </Radix.Close>
          </div>
          <div className="overflow-y-auto overscroll-contain px-5 py-5">{children}</div>
          {action && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 pt-4 max-sm:*:flex-auto max-sm:*:px-2! sm:gap-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
              <Button variant="secondary" onClick={props.onCancel ?? onClose}>
                {props.cancelLabel ?? common.cancel()}
              </Button>
              {action}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
