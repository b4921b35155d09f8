import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const SAMPLES = join(import.meta.dirname, '../../web/public/samples')

/**
 * Starts a host of pictures, which returns one of the sample pictures for any path.
 * @returns a function that closes it
 */
export async function servePictures(port: number): Promise<() => void> {
  const pictures = readdirSync(SAMPLES).map((name) => readFileSync(join(SAMPLES, name)))
  const server = createServer((request, response) => {
    const picture = pictures[(request.url ?? '').length % pictures.length]
    response.writeHead(200, { 'Content-Type': 'image/svg+xml', 'Access-Control-Allow-Origin': '*' }).end(picture)
  })
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
