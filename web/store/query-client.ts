import { QueryClient } from '@tanstack/react-query'

/**
 * Schedules the requests. Each query gets it as an argument, because a provider at the root would load it before the
 * first paint.
 */
export const queryClient = new QueryClient()

// A provider would call this. The client now reacts to focus and to network changes.
queryClient.mount()
