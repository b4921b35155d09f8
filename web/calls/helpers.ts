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
import { callApi } from './call-api.ts'

// Helpers and invitations are no rows of sync: each of these calls needs the network. All of them throw Problem and
// NoResponse, as `callApi` does.

/** A link that makes one person a helper. */
export type Invitation = ReturnType<typeof invitationSchema.parse>
/** The event that an invitation is for. */
export type Invited = ReturnType<typeof invitedSchema.parse>

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

/** Accepts an invitation at the server. Screens call `acceptInvitation` of web/store/rows/helping. @returns the marathon's id */
export async function sendAcceptance(token: string): Promise<string> {
  const { marathonId } = await callApi(invitationPath(token), (body) => acceptedSchema.parse(body), { method: 'POST' })
  return marathonId
}
