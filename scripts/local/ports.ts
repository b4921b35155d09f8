import { createServer } from 'node:net'

/** @throws Error with one line of text if something already listens on `port` */
export async function assertPortFree(port: number, what: string, setting: string): Promise<void> {
  if (await isTaken(port)) {
    throw new Error(
      `Port ${port} (${what}) is taken. Stop what listens there, or choose another with ${setting}=<port>.`,
    )
  }
}

async function isTaken(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', undefined]) if (await isTakenOn(port, host)) return true
  return false
}

function isTakenOn(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true)
      // This machine has no IPv6, so nothing can listen there.
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else reject(error)
    })
    server.listen({ port, host }, () => server.close(() => resolve(false)))
  })
}
