import { fetchConfig } from '../../calls/server-config.ts'
import { noteMail } from '../../session/push/noted-mail.ts'

/**
 * The public settings of the server as a query: they do not change while the app is open. Whether the server sends mails is
 * noted: a form says it with no network.
 */
export const CONFIG_QUERY = {
  queryKey: ['config'],
  queryFn: async () => {
    const config = await fetchConfig()
    void noteMail(config.mail)
    return config
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
}
