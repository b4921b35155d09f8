import type * as z from 'zod/mini'
import { configSchema } from '../../contract/session.ts'
import { callApi } from './call-api.ts'

/** The public settings of the server. @throws Problem, NoResponse */
export function fetchConfig(signal?: AbortSignal): Promise<z.infer<typeof configSchema>> {
  return callApi('/api/config', (body) => configSchema.parse(body), signal ? { signal } : {})
}
