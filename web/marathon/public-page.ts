import type { PublicPage } from '../../contract/marathon.ts'
import { Problem } from '../../contract/problem.ts'
import { readPublicPage } from '../../contract/public-marathons.ts'
import { callApi } from '../calls/call-api.ts'

// A marathon as everybody may read it. Neither the first render nor the login waits for the code of the database.

/** This phone's copies of the public pages. */
export const keptPages = () => import('../store/public-pages.ts')

/** Fetches the public page of a marathon. @returns null if there is none */
export async function fetchPublicPage(id: string): Promise<PublicPage | null> {
  try {
    return await callApi(`/api/marathons/${encodeURIComponent(id)}/public`, readPublicPage)
  } catch (error) {
    // INVALID: no marathon can have this id.
    if (error instanceof Problem && (error.code === 'NOT_FOUND' || error.code === 'INVALID')) return null
    throw error
  }
}
