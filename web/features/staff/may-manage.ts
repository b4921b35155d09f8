import { INVITED_ROLES, type InvitedRole, isHelper, may, type Role } from '../../../contract/roles.ts'
import type { StaffView } from '../../store/rows/staff.ts'
import * as texts from '../../texts/compiled/staff.js'

/** The roles that somebody with this role may give. */
export function givenRoles(role: Role): readonly InvitedRole[] {
  return may(role, 'own') ? INVITED_ROLES : INVITED_ROLES.filter(isHelper)
}

/** May who has this role change or remove who has that one? Nobody the own row: everybody but the owner may leave. */
export function mayManage(own: Role, role: Role): boolean {
  return role !== 'owner' && may(own, isHelper(role) ? 'organise' : 'own')
}

/** The name of somebody, for a sentence. */
export function nameOf({ name }: Pick<StaffView, 'name'>): string {
  return name || texts.withoutName()
}
