import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { assertPortFree } from './ports.ts'

const server = createServer()
afterEach(() => server.close())

it.each(['127.0.0.1', '0.0.0.0'])('refuses a port that is taken on %s, and names its setting', async (host) => {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  await expect(assertPortFree(port, 'app', 'PORT')).rejects.toThrow(
    `Port ${port} (app) is taken. Stop what listens there, or choose another with PORT=<port>.`,
  )
})

it('accepts a free port', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  await expect(assertPortFree(port, 'app', 'PORT')).resolves.toBeUndefined()
})
