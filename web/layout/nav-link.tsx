import { Link, type LinkProps } from '@tanstack/react-router'
import { LiveOnly } from '../ui/live-only.tsx'

type NavLinkProps = {
  to: NonNullable<LinkProps['to']>
  children: string
  /** Keeps its place unseen. */
  hidden?: boolean
  /** Is it there for a while only? Then the screen that is kept for the next start leaves it out. */
  isMomentary?: boolean
}

/** One entry of the navigation; the current screen carries the start line below it. */
export function NavLink({ to, children, hidden = false, isMomentary = false }: NavLinkProps) {
  const link = (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="flex min-h-12 items-center rounded-md px-3 font-semibold hover:bg-sunken md:min-h-11"
      activeProps={{
        className:
          'bg-sunken shadow-[inset_4px_0_0_var(--color-flare)] md:bg-transparent md:rounded-none md:shadow-[inset_0_-3px_0_var(--color-flare)]',
      }}
    >
      {children}
    </Link>
  )
  if (isMomentary) return <LiveOnly as="li">{link}</LiveOnly>
  return <li className={hidden ? 'invisible' : ''}>{link}</li>
}
