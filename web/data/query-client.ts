import { QueryClient } from '@tanstack/react-query'

/** Schedules the network. Passed to every query by hand: a provider at the root would put it before the first paint. */
export const queryClient = new QueryClient()

// What a provider would do: from here on it hears of focus and of the network.
queryClient.mount()
