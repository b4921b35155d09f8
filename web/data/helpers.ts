import { useLiveQuery } from 'dexie-react-hooks'
import { array } from 'zod/mini'
import {
  acceptedSchema,
  deletedCountSchema,
  type Helper,
  helperSchema,
  invitationSchema,
  invitedSchema,
  type OpenInvitation,
  openInvitationSchema,
} from '../../contract/rest.ts'
import { callApi } from '../api.ts'
import { useAccount } from './account-context.tsx'
import { type AccountDb, FIRST_SYNC } from './account-db.ts'
import { compareBy } from './compare-by.ts'
import { inTime } from './in-time.ts'
import { SAVE_TIMEOUT_MS } from './outbox.ts'
import type { MarathonView } from './overlay.ts'

// Helpers and invitations are no rows of sync: each of these calls needs the network. All of them throw Problem and
// NoResponse, as `callApi` does.

/** A link that makes one person a helper. */
export interface Invitation {
  url: string
  expiresAt: string
}

/** The event that an invitation is for. */
export interface Invited {
  marathonId: string
  title: string
  location: string
  startDate: string
  timeZone: string
}

const pathOf = (marathonId: string) => `/api/marathons/${encodeURIComponent(marathonId)}`
const invitationPath = (token: string) => `/api/invitations/${encodeURIComponent(token)}`

/** The helpers of one's own marathon, who joined first comes first. */
export function fetchHelpers(marathonId: string, signal?: AbortSignal): Promise<Helper[]> {
  return callApi(`${pathOf(marathonId)}/helpers`, (body) => array(helperSchema).parse(body), { signal })
}

/** Makes an invitation. @param key a repeated call with the same key gives the same link */
export function createInvitation(marathonId: string, key: string): Promise<Invitation> {
  return callApi(`${pathOf(marathonId)}/invitations`, (body) => invitationSchema.parse(body), {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
  })
}

/** The open invitations of one's own marathon, the one that ends first comes first. */
export function fetchInvitations(marathonId: string, signal?: AbortSignal): Promise<OpenInvitation[]> {
  return callApi(`${pathOf(marathonId)}/invitations`, (body) => array(openInvitationSchema).parse(body), { signal })
}

/** Withdraws an open invitation. A second call changes nothing. */
export async function withdrawInvitation(marathonId: string, invitationId: string): Promise<void> {
  const path = `${pathOf(marathonId)}/invitations/${encodeURIComponent(invitationId)}`
  await callApi(path, (body) => deletedCountSchema.parse(body), { method: 'DELETE' })
}

/** Removes a helper. A second call changes nothing. */
export async function removeHelper(marathonId: string, helperId: string): Promise<void> {
  const path = `${pathOf(marathonId)}/helpers/${encodeURIComponent(helperId)}`
  await callApi(path, (body) => deletedCountSchema.parse(body), { method: 'DELETE' })
}

/** The event of an invitation. */
export function fetchInvited(token: string, signal?: AbortSignal): Promise<Invited> {
  return callApi(invitationPath(token), (body) => invitedSchema.parse(body), { signal })
}

/**
 * Accepts an invitation. The phone then fetches everything anew, as the server would ask it to: the entrants are older
 * than its cursor. So it knows from now on, and after a reload too, that they are still to come.
 * @returns the id of the marathon
 */
export async function acceptInvitation(db: AccountDb, token: string): Promise<string> {
  const { marathonId } = await callApi(invitationPath(token), (body) => acceptedSchema.parse(body), { method: 'POST' })
  // Where the phone cannot store this, the server asks for it at the next sync.
  await inTime(startOverForNewHelp(db, marathonId), SAVE_TIMEOUT_MS, undefined).catch(() => undefined)
  return marathonId
}

/** A response that is on its way is from before the acceptance. The other generation makes sync drop it. */
function startOverForNewHelp(db: AccountDb, marathonId: string): Promise<unknown> {
  return db.transaction('rw', db.marathons, db.sync, async () => {
    if ((await db.marathons.get(marathonId))?.helping) return
    const before = (await db.sync.get('sync')) ?? FIRST_SYNC
    await db.sync.put({ ...before, cursor: null, gen: before.gen + 1 })
  })
}

/** The marathons of others where the user helps, soonest first, live. Undefined until they are read. */
export function useHelping(): MarathonView[] | undefined {
  const { db } = useAccount()
  return useLiveQuery(async () => {
    // Booleans cannot be an index. An array of all rows is read faster than a filter goes through them.
    const rows = (await db.marathons.toArray()).filter(({ helping }) => helping)
    return rows.map((row) => ({ ...row, pending: null })).sort(compareBy('startDate'))
  }, [db])
}
