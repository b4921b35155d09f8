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
  /** Types into its first field. */
  type: (typed: string) => void
  /** Its links, each with where it leads: 'My code: /start?race=event-0001'. */
  ways: () => string[]
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
    type(typed) {
      const field = box.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
      if (!field) throw new Error(`no field in: ${box.textContent}`)
      // React looks at what was typed, and does not see what a script assigns.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    ways: () => [...box.querySelectorAll('a')].map((link) => `${link.textContent}: ${link.getAttribute('href')}`),
    leave() {
      root.unmount()
      box.remove()
    },
  }
}
