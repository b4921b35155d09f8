import { expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { bindingNames } from './doctor/settings.ts'

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
  expect(bindingNames(configOf(env))).toEqual(bindingNames(local))
  const limitOf = ({ name, simple }: (typeof ratelimits)[number]) => [name, simple]
  expect(ratelimits.map(limitOf)).toEqual(local.ratelimits.map(limitOf))
  expect(queues.consumers?.length).toBe(local.queues.consumers?.length)
  expect(triggers).toEqual(local.triggers)
})
