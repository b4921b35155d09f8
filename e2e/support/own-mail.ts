import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { PROJECT_ID } from '../../scripts/local/local-settings.ts'
import { E2E_SETTINGS } from '../global-setup.ts'
import type { Account } from './account.ts'

/** The token of the link in the mails of an account. */
export async function stopToken({ uid }: Account): Promise<string> {
  const secret = (await readFile(join(E2E_SETTINGS.STATE_DIR, 'session-secret'), 'utf8')).trim()
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(`unsubscribe:${PROJECT_ID}`)
    .setSubject(uid)
    .setExpirationTime('400d')
    .sign(new TextEncoder().encode(secret))
}
