import { expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'

it('keeps the URLs of calls, which may contain an email, out of the logs', () => {
  const { observability } = unstable_readConfig({ config: 'wrangler.toml' })
  expect(observability).toMatchObject({ enabled: true, logs: { enabled: true, invocation_logs: false } })
})
