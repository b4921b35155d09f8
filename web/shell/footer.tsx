import { Link, useLocation } from '@tanstack/react-router'
import { PRODUCT } from '../../contract/limits.ts'
import * as texts from '../texts/compiled/layout.js'
import { LogoMark } from '../ui/icons/logo.tsx'
import { TrackPattern } from '../ui/icons/track-pattern.tsx'

/** The addresses are those of the specification. /about and /events redirect to /aboutUs and /marathons. */
const LINKS = [
  { to: '/about', label: texts.aboutUs },
  { to: '/events', label: texts.upcomingEvents },
  { to: '/contact', label: texts.contact },
  { to: '/privacy', label: texts.privacyPolicy },
] as const

/** The footer of all screens but start-line mode. */
export function Footer() {
  const short = useLocation({ select: (location) => location.pathname === '/dashboard/addMarathon' })
  return (
    <footer className="relative overflow-hidden border-t border-night-line bg-night text-night-soft">
      {!short && <TrackPattern className="absolute inset-y-0 end-0 hidden h-full w-1/3 text-night-line md:block" />}
      {/* The padding keeps the last line above the home indicator of a phone. */}
      <div className="shell relative pb-[max(1.5rem,env(safe-area-inset-bottom))]">
        {!short && (
          <div className="grid gap-8 pt-12 pb-8 md:grid-cols-[3fr_1fr_2fr]">
            <div className="max-w-prose">
              <p className="flex items-center gap-3 font-display text-2xl font-extrabold text-chalk">
                <LogoMark size={30} />
                {PRODUCT}
              </p>
              <p className="mt-3">{texts.footerAbout({ product: PRODUCT })}</p>
            </div>
            <ul className="grid grid-cols-2 gap-x-4 md:grid-cols-1">
              {LINKS.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-11 items-center text-chalk underline-offset-4 hover:underline"
                  >
                    {label()}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className={`text-sm ${short ? 'pt-6' : 'border-t border-night-line pt-6'}`}>
          {texts.copyright({ product: PRODUCT })}
        </p>
      </div>
    </footer>
  )
}
