import { type Draw, drawSchema } from '../../../contract/marathon.ts'
import { callApi } from '../../calls/call-api.ts'

/**
 * Reads the list of a draw from the server. No phone stores it.
 * @throws Problem and NoResponse, as `callApi` does
 */
export function readDraw(marathonId: string): Promise<Draw> {
  return callApi(`/api/marathons/${encodeURIComponent(marathonId)}/draw`, (body) => drawSchema.parse(body))
}
