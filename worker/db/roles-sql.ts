import { type Power, rolesThatMay } from '../../contract/roles.ts'

/** SQL for the list of the roles that may do this: `('owner','organiser')`. */
export function rolesSql(power: Power): string {
  const roles = rolesThatMay(power).map((role) => `'${role}'`)
  return `(${roles.join(',')})`
}
