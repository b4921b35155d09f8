import { Link, Outlet } from '@tanstack/react-router'
import { useAuth } from '../session/auth-context.tsx'
import * as texts from '../texts/compiled/layout.js'
import { Button } from '../ui/button.tsx'
import { ChevronIcon } from '../ui/icons/icon.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { NoticesLink } from './notices-link.tsx'
import { RaceDayLink } from './race-day-link.tsx'
import { UnsentLink } from './unsent-link.tsx'
import { useMenu } from './use-menu.ts'

const MENU = [
  { to: '/dashboard/addMarathon', label: texts.addMarathon },
  { to: '/dashboard/myMarathons', label: texts.myMarathons },
  { to: '/dashboard/myApply', label: texts.myApplications },
  { to: '/dashboard/account', label: texts.yourAccount },
] as const

/** The frame of the dashboard's screens: the header and the menu. */
export function DashboardLayout() {
  const { user } = useAuth()
  return (
    <>
      <div className="print:hidden">
        <PageHeader title={texts.dashboardTitle({ name: user?.displayName || user?.email || '' })} />
      </div>
      <div className="shell grid gap-6 py-4 md:grid-cols-[14rem_minmax(0,1fr)] md:gap-10 md:py-8">
        <SideMenu />
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </>
  )
}

/** The menu of the dashboard. It is beside the content. On a small screen it is collapsed behind a button. */
function SideMenu() {
  const [open, setOpen] = useMenu()
  return (
    <nav aria-label={texts.dashboard()} className="self-start md:sticky md:top-[calc(var(--nav-height)+2rem)]">
      <Button
        variant="secondary"
        className="w-full justify-between! md:hidden"
        aria-expanded={open}
        aria-controls="dashboard-menu"
        onClick={() => setOpen(!open)}
      >
        {texts.dashboardMenu()}
        <span className={open ? '-rotate-90 rtl:rotate-90' : 'rotate-90 rtl:-rotate-90'}>
          <ChevronIcon size={20} />
        </span>
      </Button>
      <ul id="dashboard-menu" className={`${open ? 'grid' : 'hidden'} gap-1 pt-2 md:grid md:pt-0`}>
        {MENU.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-12 items-center rounded-md border-s-4 border-transparent px-3 font-semibold hover:bg-sunken"
              activeProps={{ className: 'border-flare! bg-sunken' }}
            >
              {label()}
            </Link>
          </li>
        ))}
        <NoticesLink />
        <UnsentLink />
        <RaceDayLink />
      </ul>
    </nav>
  )
}
