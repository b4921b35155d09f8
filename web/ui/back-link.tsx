import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { ChevronIcon } from './icons/icon.tsx'

function Anchor({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <a
      {...rest}
      className="-ms-2 inline-flex min-h-11 items-center gap-1 pe-2 font-semibold text-ink-soft hover:text-ink hover:underline print:hidden"
    >
      <ChevronIcon size={20} back />
      <span>{children}</span>
    </a>
  )
}

/** The way back of an inner screen, above its title: `<BackLink to="/marathons">`. Its words name where it leads. */
export const BackLink = createLink(Anchor)
