import { expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { bindingNames, OPTIONAL_BINDINGS } from './doctor/settings.ts'

const ENVIRONMENTS = ['staging', 'production']
const configOf = (env?: string) =>
  unstable_readConfig({ config: 'wrangler.toml', ...(env ? { env } : {}) }, { hideWarnings: true })
const local = configOf()

it.each([undefined, ...ENVIRONMENTS])(
  'keeps the URLs of calls, which may contain an email, out of the logs: %s',
  (env) => {
    expect(configOf(env).observability).toMatchObject({
      enabled: true,
      logs: { enabled: true, invocation_logs: false },
    })
  },
)

it.each(ENVIRONMENTS)('gives %s what the worker has in local runs', (env) => {
  const { ratelimits, queues, triggers } = configOf(env)
  // Not every plan has rooms and queues, so an operator may leave them out (docs/deploy.md).
  const needed = (config: typeof local) => bindingNames(config).filter((name) => !OPTIONAL_BINDINGS.includes(name))
  expect(needed(configOf(env))).toEqual(needed(local))
  const limitOf = ({ name, simple }: (typeof ratelimits)[number]) => [name, simple]
  expect(ratelimits.map(limitOf)).toEqual(local.ratelimits.map(limitOf))
  expect(queues.consumers?.length ?? 0).toBe(queues.producers?.length ?? 0)
  expect(triggers).toEqual(local.triggers)
})
