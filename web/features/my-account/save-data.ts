import { accountDataCsv } from '../../../contract/account-data.ts'
import * as texts from '../../texts/compiled/my-account.js'
import { collectData } from './account-data.ts'

/** What Firebase knows of the account. */
export interface Profile {
  uid: string
  name: string
  email: string
  picture: string
}

/**
 * Collects the account's data and writes it as a file.
 * @param tell is called with the number of rows so far
 * @param call makes a call of the signed-in user
 * @param signal ends it
 * @throws Problem, NoResponse
 */
export async function saveData(
  format: 'json' | 'csv',
  profile: Profile,
  tell: (rows: number) => void,
  call: <T>(run: () => Promise<T>) => Promise<T>,
  signal?: AbortSignal,
): Promise<{ name: string; type: string; text: string }> {
  const data = await collectData(profile.uid, tell, call, signal)
  const at = new Date().toISOString()
  const name = `${texts.fileName({ date: at.slice(0, 10) })}.${format}`
  if (format === 'json') {
    return { name, type: 'application/json', text: `${JSON.stringify({ at, profile, ...data }, null, 2)}\n` }
  }
  const csv = accountDataCsv({ ...data, account: [{ at, ...profile, ...data.account[0] }] })
  // The byte order mark tells spreadsheets that the file is UTF-8.
  return { name, type: 'text/csv;charset=utf-8', text: `\ufeff${csv}` }
}
