import type { Check, Finding } from './check.ts'
import { messageOf, ok, problem, unasked, warning } from './check.ts'
import { type Deployment, readDeployment } from './settings.ts'

const IDENTITY = 'https://identitytoolkit.googleapis.com'
const KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
const ANSWER_MS = 10_000

/** The addresses of Google; a test names its own server. */
export interface FirebaseAddresses {
  identity: string
  keys: string
}

interface Answer {
  status: number
  body: Record<string, unknown>
  /** Firebase's code of an error, like API_KEY_INVALID. */
  error: string
}

/**
 * Checks the Firebase project of a deployment by its public API key. This needs no account.
 * @param url the address of the deployment; undefined if it was not given
 */
export function firebaseChecks(
  root: string,
  environment: string,
  url: string | undefined,
  addresses: FirebaseAddresses = { identity: IDENTITY, keys: KEYS },
): Check[] {
  const check = (name: string, run: (ask: Ask) => Promise<Finding>): Check => ({
    name,
    async run() {
      const key = apiKey(root, environment)
      if (!key) return unasked('wrangler.toml has no FIREBASE_API_KEY yet.')
      try {
        return await run((method, path, body) => askIdentity(addresses.identity, key, url, method, path, body))
      } catch (error) {
        return unasked(`Firebase could not be reached: ${messageOf(error)}.`)
      }
    },
  })
  return [
    check('Firebase project', async (ask) => {
      const { status, body, error } = await ask('GET', '/v1/projects')
      if (status === 200) return ownDomains(domainsIn(body), readDeployment(root, environment).config.vars)
      if (/REFERER|REFERRER/i.test(error)) {
        return url
          ? problem(`The API key refuses pages of ${url}. Add the address to the key's websites in Google Cloud.`)
          : unasked('The API key takes calls of some websites only. Name the address with --url https://…')
      }
      return problem(`It refuses FIREBASE_API_KEY (${error}). Copy the web app's apiKey from the Firebase console.`)
    }),
    check('sign-in with a password', async (ask) => {
      // This address does not exist: names that end in .invalid are never given out.
      const { error } = await ask('POST', '/v1/accounts:signInWithPassword', {
        email: 'doctor@startline.invalid',
        password: 'no-password',
      })
      if (/^(EMAIL_NOT_FOUND|INVALID_LOGIN_CREDENTIALS|INVALID_PASSWORD)/.test(error)) return ok('It is switched on.')
      if (/^(OPERATION_NOT_ALLOWED|PASSWORD_LOGIN_DISABLED|CONFIGURATION_NOT_FOUND)/.test(error)) {
        return problem('It is off. Switch it on: Firebase console, Authentication, Sign-in method, Email/Password.')
      }
      return unasked(`Firebase said ${error || 'nothing'} to a sign-in of nobody.`)
    }),
    check('sign-in with Google', async (ask) => {
      const continueUri = url ?? 'http://localhost'
      const { status, error } = await ask('POST', '/v1/accounts:createAuthUri', {
        providerId: 'google.com',
        continueUri,
      })
      if (status === 200) return ok('It is switched on.')
      if (/^(OPERATION_NOT_ALLOWED|CONFIGURATION_NOT_FOUND)/.test(error)) {
        return warning('It is off. Switch it on: Firebase console, Authentication, Sign-in method, Google.')
      }
      return unasked(`Firebase said ${error || 'nothing'} to the question for Google's address.`)
    }),
    check('authorised domains', async (ask) => {
      const { status, body, error } = await ask('GET', '/v1/projects')
      if (status !== 200) return unasked(`Firebase said ${error}.`)
      const domains = domainsIn(body)
      if (!url) return unasked(`Firebase has ${domains.join(', ')}. Name the address with --url https://…`)
      const host = new URL(url).hostname
      if (domains.includes(host)) return ok(`${host} is one of them.`)
      return problem(`Add ${host}: Firebase console, Authentication, Settings, Authorised domains.`)
    }),
    {
      name: 'keys of the ID tokens',
      async run() {
        try {
          const response = await fetch(addresses.keys, { signal: AbortSignal.timeout(ANSWER_MS) })
          const { keys } = (await response.json()) as { keys?: unknown[] }
          if (response.ok && keys && keys.length > 0) return ok(`Google has ${keys.length}.`)
          return problem(`Google answers ${response.status} without keys, so nobody can sign in. Try again later.`)
        } catch (error) {
          return unasked(`Google could not be reached: ${messageOf(error)}.`)
        }
      },
    },
  ]
}

const domainsIn = (body: Record<string, unknown>) =>
  Array.isArray(body.authorizedDomains) ? body.authorizedDomains.map(String) : []

/**
 * Is the key that of the project? Firebase does not tell the project's id, but every project begins with two domains
 * that contain it. An operator may have deleted them.
 */
function ownDomains(domains: string[], vars: Deployment['config']['vars']): Finding {
  const { FIREBASE_PROJECT_ID: project, FIREBASE_AUTH_DOMAIN: authDomain } = vars
  if (!domains.includes(String(authDomain))) {
    return warning(`FIREBASE_AUTH_DOMAIN ${authDomain} is not one of its authorised domains (${domains.join(', ')}).`)
  }
  if (![`${project}.firebaseapp.com`, `${project}.web.app`].some((domain) => domains.includes(domain))) {
    return warning(
      `Its authorised domains (${domains.join(', ')}) do not name ${project}. Is this FIREBASE_PROJECT_ID?`,
    )
  }
  return ok('It accepts the API key.')
}

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

function apiKey(root: string, environment: string): string {
  let deployment: Deployment
  try {
    deployment = readDeployment(root, environment)
  } catch {
    return ''
  }
  return String(deployment.config.vars.FIREBASE_API_KEY ?? '')
}

/** @param url sent as Referer: a key may be restricted to the deployment's pages */
async function askIdentity(
  origin: string,
  key: string,
  url: string | undefined,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(`${origin}${path}?key=${encodeURIComponent(key)}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(url ? { Referer: url } : {}) },
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = Object(await response.json().catch(() => ({})))
  // The message of a wrong key is a sentence; the code is in the details.
  const reason = json.error?.details?.find((detail: { reason?: string }) => detail.reason)?.reason
  return { status: response.status, body: json, error: String(reason ?? json.error?.message ?? '') }
}
