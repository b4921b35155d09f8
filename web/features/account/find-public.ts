import { recordError } from '../../../contract/errors.ts'
import type { PublicMarathon } from '../../../contract/marathon.ts'
import { readPublicList } from '../../../contract/public-list.ts'
import { callApi } from '../../calls/call-api.ts'
import type { PublicListRecord } from '../../store/device-db.ts'

const LISTS = [
  ['upcoming', '/api/upcomingMarathon'],
  ['explore', '/api/allMarathon'],
] as const

/**
 * A marathon as a visitor may see it: one of the public lists, of this phone or of the server. Null for any other, and
 * where neither can be read.
 */
export async function findPublic(id: string): Promise<PublicMarathon | null> {
  const isIt = ({ _id }: PublicMarathon) => _id === id
  for (const [key] of LISTS) {
    const found = (await storedRows(key).catch((error) => recordError(error, [])))?.find(isIt)
    if (found) return found
  }
  for (const [key, url] of LISTS) {
    const rows = await callApi(url, (json) => readPublicList(key, json)).catch((error) => recordError(error, []))
    const found = rows.find(isIt)
    if (found) return found
  }
  return null
}

/** The first render of the login does not wait for the code of the database. */
async function storedRows(key: PublicListRecord['key']): Promise<PublicMarathon[] | undefined> {
  const { deviceDb } = await import('../../store/device-db.ts')
  return (await deviceDb.lists.get(key))?.rows
}
