import { useQuery } from '@tanstack/react-query'
import { fetchHasMail } from '../../calls/mails.ts'
import { queryClient } from '../../store/query-client.ts'

/** Does the server send mails? False until it has said so. */
export function useHasMail(): boolean {
  const { data } = useQuery(
    { queryKey: ['has-mail'], queryFn: fetchHasMail, staleTime: Number.POSITIVE_INFINITY, retry: 1 },
    queryClient,
  )
  return data ?? false
}
