import { join } from 'node:path'
import {
  experimental_readRawConfig,
  type Unstable_Config,
  type Unstable_RawEnvironment,
  unstable_readConfig,
} from 'wrangler'
import { SHORT_CRON } from '../../worker/short-cron.ts'
import type { Check, Finding } from './check.ts'
import { messageOf, ok, problem, warning } from './check.ts'

const FIREBASE = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN']
/** Variables of local runs. A deployment must not have them, also not as secrets. */
export const LOCAL_ONLY = ['FIREBASE_AUTH_EMULATOR_HOST', 'RATE_LIMITS']
/** What must not be a variable: it is for local runs, or belongs in a secret. */
export const FORBIDDEN = [...LOCAL_ONLY, 'SESSION_SECRET', 'SESSION_SECRET_PREVIOUS', 'VAPID_PRIVATE_KEY']
/** Bindings that not every plan has. The checks of rooms and queues say what is missing without them. */
export const OPTIONAL_BINDINGS = ['ROOMS', 'GROUPS', 'PUSH_QUEUE']

/** The settings of one environment of wrangler.toml. */
export interface Deployment {
  environment: string
  config: Unstable_Config
}

/**
 * Reads an environment of wrangler.toml.
 * @throws Error if the file cannot be read, or has no such environment
 */
export function readDeployment(root: string, environment: string): Deployment {
  const path = join(root, 'wrangler.toml')
  const environments = environmentsOf(root)
  if (!environments[environment]) {
    const names = Object.keys(environments)
    throw new Error(`wrangler.toml has no [env.${environment}]. It has: ${names.join(', ') || 'none'}.`)
  }
  return { environment, config: unstable_readConfig({ config: path, env: environment }, { hideWarnings: true }) }
}

/** The environments as they stand in wrangler.toml, without what they inherit. */
function environmentsOf(root: string): Record<string, Unstable_RawEnvironment> {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, 'wrangler.toml') })
  return rawConfig.env ?? {}
}

function otherEnvironments(root: string, environment: string): [string, Unstable_RawEnvironment][] {
  return Object.entries(environmentsOf(root)).filter(([name]) => name !== environment)
}

/** Checks what wrangler.toml says about a deployment. This needs no account and no network. */
export function settingsChecks(root: string, environment: string): Check[] {
  const check = (name: string, run: (deployment: Deployment) => Finding): Check => ({
    name,
    run() {
      let deployment: Deployment
      try {
        deployment = readDeployment(root, environment)
      } catch (error) {
        return problem(`${messageOf(error)} See docs/deploy.md.`)
      }
      return run(deployment)
    },
  })
  return [
    check('Firebase settings', ({ config }) => firebaseSettings(config.vars)),
    check('forbidden variables', ({ config }) => {
      const found = FORBIDDEN.filter((name) => name in config.vars)
      if (found.length === 0) return ok('There are none.')
      return problem(`Delete ${found.join(' and ')} from the variables of [env.${environment}].`)
    }),
    check('database id', (deployment) => databaseId(root, deployment)),
    check('bindings', ({ config }) => {
      const local = unstable_readConfig({ config: join(root, 'wrangler.toml') }, { hideWarnings: true })
      const has = bindingNames(config)
      const missing = bindingNames(local).filter((name) => !has.includes(name) && !OPTIONAL_BINDINGS.includes(name))
      if (missing.length === 0) return ok(`There are ${has.length}.`)
      return problem(`[env.${environment}] lacks ${missing.join(', ')}. Copy them from the top of wrangler.toml.`)
    }),
    check('limits', (deployment) => limits(root, deployment)),
    check('live rooms', ({ config }) =>
      durableObject(config, 'ROOMS', 'phones learn of changes within a minute, and not at once.'),
    ),
    check('group commit', ({ config }) =>
      durableObject(config, 'GROUPS', 'the opening of a registration is slower with many thousand applicants.'),
    ),
    check('queues', ({ config }) => {
      const sent = config.queues.producers?.map(({ queue }) => String(queue)) ?? []
      const read = config.queues.consumers?.map(({ queue }) => String(queue)) ?? []
      const unread = sent.filter((queue) => !read.includes(queue))
      if (unread.length > 0) return problem(`Nobody reads the queue ${unread.join(', ')}: add a [[queues.consumers]].`)
      if (sent.length === 0) return warning('There is no binding PUSH_QUEUE, so nothing of push is offered.')
      return ok(`${sent.join(', ')}.`)
    }),
    check('nightly run', ({ config }) => {
      const crons = config.triggers.crons ?? []
      if (!crons.some((cron) => cron !== SHORT_CRON)) {
        return problem('[triggers] has no cron for the night: contact data would never be erased (docs/decisions/014).')
      }
      if (crons.includes(SHORT_CRON)) return ok(`${crons.join(' and ')} (UTC).`)
      const left = 'no account would be deleted, and pushes that a request has left would never be sent'
      return problem(`[triggers] has no "${SHORT_CRON}": ${left}.`)
    }),
    check('logs without addresses', ({ config }) => {
      const isOff = config.observability?.logs?.invocation_logs === false
      if (isOff) return ok('invocation_logs is false.')
      return problem('Set invocation_logs = false: addresses of older clients may have an email (docs/operations.md).')
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

function databaseId(root: string, { environment, config }: Deployment): Finding {
  const [database] = config.d1_databases
  const id = database?.database_id ?? ''
  if (/^[0-]*$/.test(id)) {
    return problem(`Put in the database_id that this prints: npx wrangler d1 create startline-${environment}`)
  }
  const same = otherEnvironments(root, environment).filter(([, other]) =>
    other.d1_databases?.some(({ database_id }) => database_id === id),
  )
  if (same.length === 0) return ok(`${database?.database_name}.`)
  return problem(`[env.${same[0]?.[0]}] has the same database_id. Make a database for each environment.`)
}

/** @param without what is different without the binding */
function durableObject({ durable_objects, migrations }: Unstable_Config, binding: string, without: string): Finding {
  const [made] = durable_objects.bindings.filter(({ name }) => name === binding)
  if (!made) return warning(`There is no binding ${binding}: ${without}`)
  const isMade = migrations.some((step) => step.new_sqlite_classes?.includes(String(made.class_name)))
  if (isMade) return ok(`${binding} is the Durable Object ${made.class_name}.`)
  return problem(`No [[migrations]] of wrangler.toml makes the class ${made.class_name} of ${binding}.`)
}

/** Workers with the same namespace share one count, so each limit needs its own namespace. */
function limits(root: string, { environment, config }: Deployment): Finding {
  const own = config.ratelimits.map(({ namespace_id }) => namespace_id)
  const others = otherEnvironments(root, environment)
  const shared = others
    .flatMap(([, other]) => other.ratelimits ?? [])
    .filter((limit) => own.includes(limit.namespace_id))
  const twice = own.filter((id, index) => own.indexOf(id) !== index)
  const wrong = [...new Set([...shared.map(({ namespace_id }) => namespace_id), ...twice])]
  if (wrong.length === 0) return ok(`There are ${own.length}.`)
  return problem(`The namespace_id ${wrong.join(', ')} is used twice, so these limits would count together.`)
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
