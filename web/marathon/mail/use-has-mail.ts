import { useQuery } from '@tanstack/react-query'
import { hadMail } from '../../session/push/noted-mail.ts'
import { queryClient } from '../../store/query-client.ts'
import { CONFIG_QUERY } from './config-query.ts'

/**
 * Does the server send mails? Until it has said so, what this phone has noted counts; without that, it is undefined while the
 * server is being asked, and false where it cannot be asked.
 */
export function useHasMail(): boolean | undefined {
  const { data, isLoading } = useQuery(CONFIG_QUERY, queryClient)
  return data?.mail ?? hadMail() ?? (isLoading ? undefined : false)
}
