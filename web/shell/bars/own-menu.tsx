import { lazy, Suspense, useState } from 'react'
import { useAuth } from '../../session/auth-context.tsx'
import * as texts from '../../texts/compiled/layout.js'
import { GlobeIcon } from '../../ui/icons/bar-icons.tsx'
import { Avatar } from '../../ui/pictures/avatar.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { useMenu } from './use-menu.ts'

const OwnPanel = lazy(() => import('./own-panel.tsx').then((m) => ({ default: m.OwnPanel })))

/** The avatar, or a visitor's globe. It opens the panel with the account and the language. */
export function OwnMenu() {
  const { user } = useAuth()
  const [isOpen, setOpen] = useMenu('own-panel')
  // The panel stays in the page: its logout goes on while a question lies over it.
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  const name = user && (user.displayName || user.email)
  return (
    <div className="lg:relative">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="own-panel"
        onClick={() => setOpen(!isOpen)}
        className="flex size-[44px] shrink-0 items-center justify-center rounded-full hover:bg-sunken"
      >
        {user && name ? <Avatar name={name} src={user.photoURL} /> : <GlobeIcon />}
        <span className="sr-only">{user ? texts.ownMenu() : texts.language()}</span>
      </button>
      <div
        id="own-panel"
        className={`${isOpen ? 'grid' : 'hidden'} absolute inset-x-0 top-full max-h-[calc(100dvh-var(--nav-height))] gap-3 overflow-y-auto border-b border-line bg-paper p-4 shadow-lift lg:inset-x-auto lg:end-0 lg:top-[calc(100%+0.6rem)] lg:w-80 lg:rounded-lg lg:border`}
      >
        {wasOpen && (
          <Suspense fallback={<SpinnerBlock />}>
            <OwnPanel />
          </Suspense>
        )}
      </div>
    </div>
  )
}
