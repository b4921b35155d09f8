import { Outlet, useLocation } from '@tanstack/react-router'
import { useAuth } from '../session/auth-context.tsx'
import * as texts from '../texts/compiled/layout.js'
import { ChevronIcon } from '../ui/icons/icon.tsx'
import { PanelLink } from './bars/panel-link.tsx'
import { useMenu } from './bars/use-menu.ts'

const MENU = [
  { to: '/dashboard/addMarathon', label: texts.addMarathon },
  { to: '/dashboard/myMarathons', label: texts.myMarathons },
  { to: '/dashboard/myApply', label: texts.myApplications },
] as const

/**
 * The frame of the dashboard's screens. Those of its menu begin with a line: the greeting, and on a small screen the
 * button that opens the menu. The others begin with their own header.
 */
export function DashboardLayout() {
  const { user } = useAuth()
  const path = useLocation({ select: (location) => location.pathname })
  const isInMenu = MENU.some(({ to }) => to === path)
  return (
    <div className="shell grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-3 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-10 lg:py-8 print:block">
      {isInMenu && (
        <h1 className="line-clamp-1 self-center text-base [font-stretch:75%] tracking-normal! lg:col-span-2 lg:mb-6 lg:text-2xl print:hidden">
          {texts.dashboardTitle({ name: user?.displayName || user?.email || '' })}
        </h1>
      )}
      <SideMenu isFolded={isInMenu} />
      <div className="col-span-2 min-w-0 pt-2 lg:col-span-1 lg:pt-0">
        <Outlet />
      </div>
    </div>
  )
}

/**
 * The menu of the dashboard, beside the content. On a small screen it is folded behind a button.
 * @param isFolded false on a screen that has no place for the button. There it is only on a wide screen
 */
function SideMenu({ isFolded }: { isFolded: boolean }) {
  const [open, setOpen] = useMenu('dashboard-menu')
  return (
    <nav
      aria-label={texts.dashboard()}
      className={`${isFolded ? '' : 'max-lg:hidden'} relative lg:sticky lg:top-[calc(var(--nav-height)+2rem)] lg:self-start`}
    >
      <button
        type="button"
        className="flex size-11 items-center justify-center rounded-md border-2 border-edge bg-surface hover:border-ink lg:hidden"
        aria-label={texts.dashboardMenu()}
        aria-expanded={open}
        aria-controls="dashboard-menu"
        onClick={() => setOpen(!open)}
      >
        <span className={open ? '-rotate-90 rtl:rotate-90' : 'rotate-90 rtl:-rotate-90'}>
          <ChevronIcon size={20} />
        </span>
      </button>
      <ul
        id="dashboard-menu"
        className={`${open ? 'grid' : 'hidden'} absolute end-0 top-full z-30 w-64 max-w-[80vw] gap-1 rounded-lg border border-line bg-paper p-2 shadow-lift lg:static lg:grid lg:w-auto lg:border-0 lg:p-0 lg:shadow-none`}
      >
        {MENU.map(({ to, label }) => (
          <PanelLink key={to} to={to}>
            {label()}
          </PanelLink>
        ))}
      </ul>
    </nav>
  )
}
