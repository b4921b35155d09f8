import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import { SignJWT } from 'jose'
import { SESSION_DAYS } from '../../contract/limits.ts'
import { PROJECT_ID } from '../../scripts/local/local-settings.ts'
import { E2E_SETTINGS } from '../global-setup.ts'
import type { Account } from './account.ts'

/** Replaces this browser's session cookie by one that the server issued so many days ago. */
export async function useOldSession(context: BrowserContext, origin: string, account: Account, days: number) {
  const secret = readFileSync(join(E2E_SETTINGS.STATE_DIR, 'session-secret'), 'utf8').trim()
  const issuedAt = Math.floor(Date.now() / 1000) - days * 86_400
  const value = await new SignJWT({ email: account.email, name: account.displayName })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('startline')
    .setAudience(PROJECT_ID)
    .setSubject(account.uid)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SESSION_DAYS * 86_400)
    .sign(new TextEncoder().encode(secret))
  await context.addCookies([{ name: 'session', value, url: origin, httpOnly: true, sameSite: 'Strict' }])
}
