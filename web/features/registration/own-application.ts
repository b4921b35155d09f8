import { type ApplicationFields, personKey } from '../../../contract/application.ts'
import type { AccountDb } from '../../store/account-db.ts'
import { compareBy } from '../../store/rows/compare-by.ts'

/**
 * The user's own application of a person to a marathon, as the server has it; undefined if it is not here. Of namesakes
 * it is the newest.
 */
export async function ownApplication(
  db: AccountDb,
  marathonId: string,
  { firstName, lastName }: Pick<ApplicationFields, 'firstName' | 'lastName'>,
) {
  const person = personKey(firstName, lastName)
  const own = await db.applications
    .where('[own+marathonId]')
    .equals([1, marathonId])
    .filter((one) => personKey(one.firstName, one.lastName) === person)
    .toArray()
  return own.sort(compareBy('createdAt')).at(-1)
}
