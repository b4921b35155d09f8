import { redirect } from '@tanstack/react-router'
import { INVITATION_PATH } from '../../page.ts'
import { keepInvitation } from '../../session/invitation-token.ts'

/**
 * Takes the token out of the address. The inline script has done so before, unless the browser stores nothing.
 * @throws a redirect to the invitation without its token
 */
export function openInvitation({ params }: { params: { token: string } }): never {
  keepInvitation(params.token)
  throw redirect({ to: INVITATION_PATH, replace: true })
}
