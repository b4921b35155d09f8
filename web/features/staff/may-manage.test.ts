import { expect, it } from 'vitest'
import { ROLES, type Role } from '../../../contract/roles.ts'
import { givenRoles, mayManage } from './may-manage.ts'

it.each<[Role, Role[]]>([
  ['owner', ['organiser', 'desk', 'gate', 'timer']],
  ['organiser', ['desk', 'gate', 'timer']],
])('%s gives the roles, and manages who has them, that the server allows', (own, roles) => {
  expect(givenRoles(own)).toEqual(roles)
  expect(ROLES.filter((role) => mayManage(own, role))).toEqual(roles)
})

it('nobody manages who has the own role', () => {
  for (const own of ROLES) expect(mayManage(own, own)).toBe(false)
})
