import { join } from 'node:path'
import {
  experimental_readRawConfig,
  type Unstable_Config,
  type Unstable_RawEnvironment,
  unstable_readConfig,
} from 'wrangler'
import { addressOf, isOrigin } from '../../contract/mail.ts'
import { isEmail } from '../../contract/text/text.ts'
import { SHORT_CRON } from '../../worker/short-cron.ts'
import { type Check, check, type Finding, ok, problem, warning } from './check.ts'

const FIREBASE = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN']
/** What must not be a variable: it is for local runs, or belongs in a secret. */
const FORBIDDEN = [
  'FIREBASE_AUTH_EMULATOR_HOST',
  'RATE_LIMITS',
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'VAPID_PRIVATE_KEY',
]
/** Bindings that not every plan has, and what is different without them. */
const WITHOUT: Record<string, string> = {
  ROOMS: 'phones learn of changes within a minute, and not at once',
  GROUPS: 'the opening of a registration is slower with many thousand applicants',
  DELIVERY_QUEUE: 'nothing of push and mail is offered',
}
export const OPTIONAL_BINDINGS = Object.keys(WITHOUT)

/**
 * Reads an environment of wrangler.toml.
 * @throws Error if the file cannot be read, or has no such environment
 */
export function readDeployment(root: string, environment: string): Unstable_Config {
  const environments = environmentsOf(root)
  if (!environments[environment]) {
    const names = Object.keys(environments).join(', ')
    throw new Error(`wrangler.toml has no [env.${environment}]. It has: ${names || 'none'}. See docs/deploy.md.`)
  }
  return unstable_readConfig({ config: join(root, 'wrangler.toml'), env: environment }, { hideWarnings: true })
}

/** The environments as they stand in wrangler.toml, without what they inherit. */
function environmentsOf(root: string): Record<string, Unstable_RawEnvironment> {
  return experimental_readRawConfig({ config: join(root, 'wrangler.toml') }).rawConfig.env ?? {}
}

/**
 * Checks what wrangler.toml says about a deployment. This needs no account and no network.
 * @throws Error as `readDeployment`
 */
export function settingsChecks(root: string, environment: string): Check[] {
  const config = readDeployment(root, environment)
  const others = Object.entries(environmentsOf(root)).filter(([name]) => name !== environment)
  return [
    check('Firebase settings', () => firebaseSettings(config.vars)),
    check('contact address', () => contactAddress(String(config.vars.OPERATOR_EMAIL ?? ''))),
    check('mail', () => mail(config)),
    check('forbidden variables', () => {
      const found = FORBIDDEN.filter((name) => name in config.vars)
      if (found.length === 0) return ok('There are none.')
      return problem(`Delete ${found.join(' and ')} from the variables of [env.${environment}].`)
    }),
    check('database id', () => {
      const { database_id: id = '', database_name: name } = config.d1_databases[0] ?? {}
      if (/^[0-]*$/.test(id)) {
        return problem(`Put in the database_id that this prints: npx wrangler d1 create startline-${environment}`)
      }
      const same = others.find(([, { d1_databases: databases = [] }]) => databases[0]?.database_id === id)
      if (!same) return ok(`${name}.`)
      return problem(`[env.${same[0]}] has the same database_id. Make a database for each environment.`)
    }),
    check('bindings', () => {
      const local = unstable_readConfig({ config: join(root, 'wrangler.toml') }, { hideWarnings: true })
      const has = bindingNames(config)
      const missing = bindingNames(local).filter((name) => !has.includes(name))
      const needed = missing.filter((name) => !WITHOUT[name])
      if (needed.length > 0) {
        return problem(`[env.${environment}] lacks ${needed.join(', ')}. Copy them from the top of wrangler.toml.`)
      }
      if (missing.length === 0) return ok(`There are ${has.length}.`)
      return warning(missing.map((name) => `Without ${name}, ${WITHOUT[name]}.`).join(' '))
    }),
    check('crons', () => {
      const crons = config.triggers.crons ?? []
      if (!crons.some((cron) => cron !== SHORT_CRON)) {
        return problem('[triggers] has no cron for the night: contact data would never be erased.')
      }
      if (crons.includes(SHORT_CRON)) return ok(`${crons.join(' and ')} (UTC).`)
      return problem(`[triggers] has no "${SHORT_CRON}": no account would be deleted, and some pushes never sent.`)
    }),
  ]
}

function firebaseSettings(vars: Unstable_Config['vars']): Finding {
  const missing = FIREBASE.filter((name) => !vars[name])
  if (missing.length > 0) return problem(`Fill in ${missing.join(', ')} (docs/deploy.md, step 4).`)
  const { FIREBASE_PROJECT_ID: project, FIREBASE_AUTH_DOMAIN: domain } = vars
  if (String(project).startsWith('demo-')) {
    return problem(`FIREBASE_PROJECT_ID is ${project}. Names with demo- are for the emulator: put in the real project.`)
  }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(String(domain))) {
    return problem(`FIREBASE_AUTH_DOMAIN is ${domain}. Put in a host without https://, like project.firebaseapp.com.`)
  }
  return ok(`The project is ${project}.`)
}

function contactAddress(address: string): Finding {
  if (address === '') return warning('OPERATOR_EMAIL is empty: the contact page invites nobody to write.')
  if (isEmail(address)) return ok(address)
  return problem(`OPERATOR_EMAIL is ${address}. Put in an address like help@run.example, without mailto:.`)
}

/** Mail takes all, or none of it is offered. */
function mail(config: Unstable_Config): Finding {
  const settings = {
    'the binding MAIL': config.send_email.some(({ name }) => name === 'MAIL'),
    MAIL_FROM: config.vars.MAIL_FROM,
    MAIL_ORIGIN: config.vars.MAIL_ORIGIN,
  }
  const missing = Object.entries(settings).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length === 3) return ok('It is not set up, and nothing of it is offered.')
  if (missing.length > 0)
    return warning(`Nothing of mail is offered without ${missing.join(' and ')} (docs/deploy.md).`)
  const { MAIL_FROM, MAIL_ORIGIN } = config.vars
  if (addressOf(String(MAIL_FROM)) === null)
    return problem(`MAIL_FROM is ${MAIL_FROM}. Put in an address, or like Startline <mail@run.example>.`)
  if (!isOrigin(String(MAIL_ORIGIN)))
    return problem(`MAIL_ORIGIN is ${MAIL_ORIGIN}. Put in an origin like https://run.example, without a path.`)
  if (!bindingNames(config).includes('DELIVERY_QUEUE'))
    return problem('Mails are sent from the queue. Add it (docs/deploy.md, step 6).')
  const isTold = config.queues.consumers?.some(({ queue }) => queue.endsWith('-mail-events'))
  if (!isTold) return warning('Without the queue of mail events, nothing learns of bounces (docs/deploy.md).')
  return ok(`From ${MAIL_FROM}.`)
}

/** What the worker's code finds in its environment: variables and bindings, by name. */
export function bindingNames(config: Unstable_Config): string[] {
  return [
    ...Object.keys(config.vars),
    ...config.d1_databases.map(({ binding }) => binding),
    ...config.durable_objects.bindings.map(({ name }) => name),
    ...config.ratelimits.map(({ name }) => name),
    ...(config.queues.producers ?? []).map(({ binding }) => binding),
  ]
}
