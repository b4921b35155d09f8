import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { AccountProvider } from '../store/account-context.tsx'
import type { AccountDb } from '../store/account-db.ts'

/** A rendered part of a screen. */
export interface RenderedPart {
  box: HTMLElement
  /** What it says. */
  text: () => string
  /** Taps the button with this text. */
  tap: (name: string) => void
  /** Unmounts it. */
  leave: () => void
}

/** Renders a part of a screen for the user of a database. Links lead nowhere. */
export function renderPart(db: AccountDb, part: ReactNode): RenderedPart {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  root.render(
    <RouterContextProvider router={router as never}>
      <AccountProvider account={{ db, author: { name: 'Olivia', email: 'olivia@example.com' } }}>
        {part}
      </AccountProvider>
    </RouterContextProvider>,
  )
  return {
    box,
    text: () => box.textContent ?? '',
    tap(name) {
      const button = [...box.querySelectorAll('button')].find((one) => one.textContent === name)
      if (!button) throw new Error(`no button ${name} in: ${box.textContent}`)
      button.click()
    },
    leave() {
      root.unmount()
      box.remove()
    },
  }
}
