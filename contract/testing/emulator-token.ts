import { UnsecuredJWT } from 'jose'

const PROJECT = 'demo-startline'

/** An ID token as the Auth emulator issues it. */
export function emulatorToken(uid: string, claims: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1000)
  return new UnsecuredJWT({ email: `${uid}@example.com`, name: `Name of ${uid}`, auth_time: now, sub: uid, ...claims })
    .setIssuer(`https://securetoken.google.com/${PROJECT}`)
    .setAudience(PROJECT)
    .setIssuedAt(now)
    .setExpirationTime(now + 3600)
    .encode()
}
