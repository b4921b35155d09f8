import { Link, type LinkProps } from '@tanstack/react-router'

type NavLinkProps = {
  to: NonNullable<LinkProps['to']>
  children: string
  /** The path to which a sign-in leads back. */
  back?: string | undefined
  /** Makes the link invisible. It still takes up its space. */
  hidden?: boolean
  className?: string
}

/** A link of the navigation bar. A coloured line marks the current screen. */
export function NavLink({ to, children, back, hidden = false, className = '' }: NavLinkProps) {
  return (
    <li className={`${hidden ? 'invisible' : ''} ${className}`}>
      <Link
        to={to}
        {...(back ? { search: { redirect: back } } : {})}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        className="flex min-h-12 items-center rounded-md px-3 font-semibold hover:bg-sunken lg:min-h-11 lg:px-2 lg:text-[0.9375rem] xl:px-3 xl:text-base"
        activeProps={{
          className:
            'bg-sunken shadow-[inset_4px_0_0_var(--color-flare)] max-lg:rtl:shadow-[inset_-4px_0_0_var(--color-flare)] lg:bg-transparent lg:rounded-none lg:shadow-[inset_0_-3px_0_var(--color-flare)]',
        }}
      >
        {children}
      </Link>
    </li>
  )
}
