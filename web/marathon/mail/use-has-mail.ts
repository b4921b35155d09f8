import { useQuery } from '@tanstack/react-query'
import { notedMail } from '../../session/push/noted-mail.ts'
import { queryClient } from '../../store/query-client.ts'
import { CONFIG_QUERY } from './config-query.ts'

/** What this phone has noted of mails, as a query. */
export const NOTED_QUERY = {
  queryKey: ['noted-mail'],
  queryFn: notedMail,
  networkMode: 'always' as const,
  staleTime: Number.POSITIVE_INFINITY,
}

/**
 * Does the server send mails? Until it has said so, what this phone has noted counts; without that, it is undefined while the
 * phone is read or the server asked, and false where it cannot be asked.
 */
export function useHasMail(): boolean | undefined {
  const { data: config, isLoading: isAsked } = useQuery(CONFIG_QUERY, queryClient)
  const { data: noted, isLoading: isRead } = useQuery(NOTED_QUERY, queryClient)
  return config?.mail ?? noted ?? (isAsked || isRead ? undefined : false)
}

/** Has this phone been asked what it has noted of mails? That takes some milliseconds. */
export function useIsNoteRead(): boolean {
  return !useQuery(NOTED_QUERY, queryClient).isLoading
}
