import { array } from 'zod/mini'
import {
  acceptedSchema,
  deletedCountSchema,
  invitationSchema,
  invitedSchema,
  type OpenInvitation,
  openInvitationSchema,
} from '../../contract/rest.ts'
import type { InvitedRole, Role } from '../../contract/roles.ts'
import { callApi } from './call-api.ts'

// Invitations are no rows of sync: each of these calls needs the network. All of them throw Problem and NoResponse, as
// `callApi` does.

/** A link that makes one person staff. */
export type Invitation = ReturnType<typeof invitationSchema.parse>
/** The event and the role that an invitation is for. */
export type Invited = ReturnType<typeof invitedSchema.parse>

const pathOf = (marathonId: string) => `/api/marathons/${encodeURIComponent(marathonId)}`
const invitationPath = (token: string) => `/api/invitations/${encodeURIComponent(token)}`

/** Makes an invitation. @param key a repeated call with the same key gives the same link */
export function createInvitation(marathonId: string, role: InvitedRole, key: string): Promise<Invitation> {
  return callApi(`${pathOf(marathonId)}/invitations`, (body) => invitationSchema.parse(body), {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body: JSON.stringify({ role }),
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

/** What an invitation is for. Visitors may ask too. */
export function fetchInvited(token: string, signal?: AbortSignal): Promise<Invited> {
  return callApi(invitationPath(token), (body) => invitedSchema.parse(body), { signal })
}

/** What the account is at the marathon of an invitation that it accepted. */
export type Accepted = { marathonId: string; role: Role }

/** Accepts an invitation at the server. Screens call `acceptInvitation` of web/store/rows/helping. */
export function sendAcceptance(token: string): Promise<Accepted> {
  return callApi(invitationPath(token), (body) => acceptedSchema.parse(body), { method: 'POST' })
}
