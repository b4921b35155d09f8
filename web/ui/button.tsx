import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Spinner } from './spinner.tsx'

/** The looks of a button. */
export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet'
export type ButtonSize = 'md' | 'lg'

const BASE =
  'inline-flex max-w-full items-center justify-center gap-2 break-words rounded-md border-2 font-semibold leading-tight text-center no-underline select-none transition-colors duration-150 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed'

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-action text-on-action hover:bg-action-hover disabled:bg-closed-tint disabled:text-closed',
  secondary:
    'border-edge bg-surface text-ink hover:border-ink disabled:border-line disabled:bg-closed-tint disabled:text-closed',
  danger: 'border-danger bg-surface text-danger hover:bg-danger-tint disabled:border-line disabled:text-closed',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-sunken disabled:text-closed',
}

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-11 px-4 py-2',
  lg: 'min-h-13 px-6 py-3 text-lg',
}

/** The classes of a button, for elements that must look like one but cannot be a `Button` or `ButtonLink`. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'md', extra = '') {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${extra}`
}

type Look = { variant?: ButtonVariant; size?: ButtonSize }

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** While true, the button shows a spinner, ignores clicks and does not submit. It keeps the focus. */
    pending?: boolean
    /** The text while `pending` is true; by default the normal text. */
    pendingLabel?: ReactNode
    ref?: Ref<HTMLButtonElement>
  }

/** A push button. `type` is `button` by default. */
export function Button({
  variant,
  size,
  pending = false,
  pendingLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  // `disabled` would drop the focus. Enter in a form clicks its submit button, so this handler stops both.
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, size, className)}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={handleClick}
    >
      {pending && <Spinner size={18} />}
      {/* A translated page has other text nodes than React made. So React must only change elements here. */}
      <span key={pending && pendingLabel ? 'pending' : 'label'} className="contents">
        {pending && pendingLabel ? pendingLabel : children}
      </span>
    </button>
  )
}

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & Look & { ref?: Ref<HTMLAnchorElement> }

function Anchor({ variant, size, className, ...rest }: AnchorProps) {
  return <a {...rest} className={buttonClass(variant, size, className)} />
}

/** A router link that looks like a button: `<ButtonLink to="/marathons" variant="secondary">`. */
export const ButtonLink = createLink(Anchor)
