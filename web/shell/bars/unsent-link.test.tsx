import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { AccountProvider } from '../../store/account-context.tsx'
import { skipPauses, untilSkipped } from '../../testing/render-hook.tsx'
import { emptyAccount, opOf, queueEdits } from '../../testing/test-account.ts'
import { UnsentLink } from './unsent-link.tsx'

afterEach(() => {
  vi.useRealTimers()
})

it('shows how many edits wait, are parked or need the user, and no number without any', async () => {
  skipPauses()
  const db = await emptyAccount()
  const menu = document.createElement('ul')
  const root = createRoot(menu)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  root.render(
    <RouterContextProvider router={router as never}>
      <AccountProvider account={{ db, author: { name: 'Ada', email: 'ada@example.com' } }}>
        <UnsentLink />
      </AccountProvider>
    </RouterContextProvider>,
  )
  await untilSkipped(() => expect(menu.textContent).toBe('Unsent changes'))
  await queueEdits(db, ['event-0001', 'event-0002', 'event-0003', 'event-0004', 'event-0005', 'event-0006'])
  await untilSkipped(() => expect(menu.textContent).toBe('Unsent changes6'))
  const ofRows = (...ids: string[]) => db.outbox.where('target').anyOf(ids.map((id) => `marathon:${id}`))
  await ofRows('event-0005', 'event-0006').modify({ state: 'parked' })
  await ofRows('event-0004').modify({ state: 'settled' })
  await untilSkipped(() => expect(menu.textContent).toBe('Unsent changes5'))
  const at = '2027-01-01T00:00:00.000Z'
  for (const [opId, outcome] of [
    ['op-refused', { code: 'GONE' as const }],
    ['op-clash', { conflicts: {} }],
    ['op-clash-2', { conflicts: {} }],
  ] as const) {
    await db.inbox.add({
      opId,
      target: 'marathon:event-0009',
      op: { ...opOf('marathon.update'), opId },
      at,
      ...outcome,
    })
  }
  await untilSkipped(() => expect(menu.textContent).toBe('Unsent changes8'))
  root.unmount()
})
