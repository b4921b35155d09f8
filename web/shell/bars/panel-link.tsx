import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type PanelLinkProps = {
  to: NonNullable<LinkProps['to']>
  children: ReactNode
  /** A number that stands at the end. */
  count?: ReactNode
}

/** A line of a menu or a panel: a link, and at its end how much waits there. */
export function PanelLink({ to, children, count }: PanelLinkProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex min-h-12 items-center justify-between gap-3 rounded-md border-s-4 border-transparent px-3 font-semibold hover:bg-sunken"
        activeProps={{ className: 'border-flare! bg-sunken' }}
      >
        <span>{children}</span>
        {count && <span className="numeral rounded-full bg-soon-tint px-2.5 py-1 text-sm text-soon">{count}</span>}
      </Link>
    </li>
  )
}
