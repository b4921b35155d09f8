import type { Unstable_Config } from 'wrangler'
import { type Check, check, type Finding, messageOf, ok, problem, unasked, warning } from './check.ts'

const IDENTITY = 'https://identitytoolkit.googleapis.com'
const ANSWER_MS = 10_000
const IS_OFF = /^(OPERATION_NOT_ALLOWED|PASSWORD_LOGIN_DISABLED|CONFIGURATION_NOT_FOUND)/
const METHODS = 'Firebase console, Authentication, Sign-in method'

interface Answer {
  status: number
  /** The domains of the project that may sign people in. */
  domains: string[]
  /** Firebase's code of an error, like API_KEY_INVALID. */
  error: string
}

/**
 * Checks the Firebase project of a deployment by its public API key. This needs no account.
 * @param url the address of the deployment; undefined if it was not given
 * @param identity the origin of the Identity Toolkit; a test names its own server
 */
export function firebaseChecks(vars: Unstable_Config['vars'], url: string | undefined, identity = IDENTITY): Check[] {
  const { FIREBASE_API_KEY: key, FIREBASE_PROJECT_ID: project, FIREBASE_AUTH_DOMAIN: authDomain } = vars
  const asking = (name: string, path: string, body: object | null, judge: (answer: Answer) => Finding) =>
    check(name, async () => {
      if (!key) return unasked('wrangler.toml has no FIREBASE_API_KEY yet.')
      try {
        return judge(await ask(`${identity}/v1/${path}?key=${key}`, body, url))
      } catch (error) {
        return unasked(`Firebase could not be reached: ${messageOf(error)}.`)
      }
    })
  const google = { providerId: 'google.com', continueUri: url ?? 'http://localhost' }
  // This address does not exist: names that end in .invalid are never given out.
  const nobody = { email: 'doctor@startline.invalid', password: 'no-password' }
  return [
    asking('Firebase project', 'projects', null, ({ status, domains, error }) => {
      if (status !== 200) {
        return problem(`It refuses FIREBASE_API_KEY (${error}). Compare it with the apiKey in the Firebase console.`)
      }
      // Every project begins with two domains that contain its id. An operator may have deleted them.
      const isOwn = domains.some((domain) => domain.startsWith(`${project}.`)) && domains.includes(String(authDomain))
      if (isOwn) return ok('It accepts the API key.')
      return warning(`Its domains (${domains.join(', ')}) fit neither ${project} nor ${authDomain}. Compare the three.`)
    }),
    asking('sign-in with a password', 'accounts:signInWithPassword', nobody, ({ error }) => {
      if (/^(EMAIL_NOT_FOUND|INVALID_LOGIN_CREDENTIALS|INVALID_PASSWORD)/.test(error)) return ok('It is switched on.')
      if (IS_OFF.test(error)) return problem(`It is off. Switch it on: ${METHODS}, Email/Password.`)
      return unasked(`Firebase said ${error || 'nothing'} to a sign-in of nobody.`)
    }),
    asking('sign-in with Google', 'accounts:createAuthUri', google, ({ status, error }) => {
      if (status === 200) return ok('It is switched on.')
      if (IS_OFF.test(error)) return warning(`It is off. Switch it on: ${METHODS}, Google.`)
      return unasked(`Firebase said ${error || 'nothing'} to the question for Google's address.`)
    }),
    asking('authorised domains', 'projects', null, ({ status, domains, error }) => {
      if (status !== 200) return unasked(`Firebase said ${error}.`)
      if (!url) return unasked(`Firebase has ${domains.join(', ')}. Name the address with --url https://…`)
      const host = new URL(url).hostname
      if (domains.includes(host)) return ok(`${host} is one of them.`)
      return problem(`Add ${host}: Firebase console, Authentication, Settings, Authorised domains.`)
    }),
  ]
}

/** @param referer a key may be restricted to the deployment's pages */
async function ask(address: string, body: object | null, referer: string | undefined): Promise<Answer> {
  const response = await fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(referer ? { Referer: referer } : {}) },
    signal: AbortSignal.timeout(ANSWER_MS),
    body: body && JSON.stringify(body),
  })
  const json = Object(await response.json().catch(() => ({})))
  // The message of a wrong key is a sentence; the code is in the details.
  const reason = json.error?.details?.find((detail: { reason?: string }) => detail.reason)?.reason
  return {
    status: response.status,
    domains: (json.authorizedDomains ?? []).map(String),
    error: String(reason ?? json.error?.message ?? ''),
  }
}
