import { useQuery } from '@tanstack/react-query'
import { fetchHasMail } from '../../calls/mails.ts'
import { queryClient } from '../../store/query-client.ts'

/** Does the server send mails? Undefined while it is being asked, false where it cannot be asked. */
export function useHasMail(): boolean | undefined {
  const { data, isLoading } = useQuery(
    { queryKey: ['has-mail'], queryFn: fetchHasMail, staleTime: Number.POSITIVE_INFINITY, retry: 1 },
    queryClient,
  )
  return isLoading ? undefined : (data ?? false)
}
