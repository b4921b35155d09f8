import { type Marathon, marathonSchema } from '../../contract/marathon.ts'
import { NoResponse } from './call-api.ts'

/** Reads the response with one marathon. @throws NoResponse if it is none */
export function readMarathonBody(body: unknown): Marathon {
  try {
    return marathonSchema.parse(body)
  } catch (error) {
    throw new NoResponse('foreign', error)
  }
}
