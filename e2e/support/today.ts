import type { Page } from '@playwright/test'
import type { Account, NewMarathon } from './account.ts'

const HOUR_MS = 3_600_000
export const PHONE = { width: 390, height: 700 }
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

export const told = (page: Page) => page.getByRole('region', { name: 'Notices' })

/** Two urgent notices: the start moved, and the organiser says why. */
export async function moveStart(organiser: Account, { _id: marathonId, startDate }: NewMarathon) {
  const moved = new Date(Date.parse(startDate) + 20 * 60_000).toISOString()
  await organiser.call('PUT', `/api/marathons/${marathonId}`, { startDate: moved })
  const at = new Date().toISOString()
  const text = 'The start is delayed by 20 minutes: the train from Berlin is late.'
  const op = { opId: crypto.randomUUID(), v: 1, type: 'notice.create', id: crypto.randomUUID(), base: {}, at }
  const ops = [{ ...op, patch: { marathonId, text, urgent: true, at } }]
  await organiser.call('POST', '/api/sync', { uid: organiser.uid, cursor: null, ops })
}
