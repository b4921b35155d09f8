import { expected } from '../../contract/errors.ts'
import { fetchConfig } from './server-config.ts'

/** The key of localStorage that says whether the server sends mails. */
const HAS_MAIL = 'has-mail'

/**
 * The public settings of the server, for a page. Whether it sends mails is noted: a form says it at its first paint, and with
 * no network. Who signs in asks for the settings, so that it is known before.
 * @throws Problem, NoResponse
 */
export async function fetchNotedConfig() {
  const config = await fetchConfig()
  try {
    localStorage.setItem(HAS_MAIL, config.mail ? 'yes' : 'no')
  } catch {
    // It is forbidden or full. The server is asked again.
    expected('refused')
  }
  return config
}

/** The settings as a query: they do not change while the app is open. */
export const CONFIG_QUERY = {
  queryKey: ['config'],
  queryFn: fetchNotedConfig,
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
}

/** Did the server send mails when it was last asked? Undefined where that is not known. */
export function hadMail(): boolean | undefined {
  try {
    const noted = localStorage.getItem(HAS_MAIL)
    return noted === null ? undefined : noted === 'yes'
  } catch {
    return expected('refused', undefined)
  }
}
