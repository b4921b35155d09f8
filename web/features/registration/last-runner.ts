import { personKey } from '../../../contract/application.ts'
import type { ApplicationView } from '../../store/overlay.ts'

/**
 * What the form begins with: the name and the number of the account's last application. A person who is registered for
 * this marathon already is left out: now it is somebody else.
 * @param own the account's applications, newest first
 */
export function lastRunner(own: readonly ApplicationView[], marathonId: string) {
  const [last] = own
  if (!last) return {}
  const { firstName, lastName, phoneNumber } = last
  const person = personKey(firstName, lastName)
  const isIn = own.some((one) => one.marathonId === marathonId && personKey(one.firstName, one.lastName) === person)
  return isIn ? { phoneNumber } : { firstName, lastName, phoneNumber }
}
