import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emulatorHost } from '../support/account.ts'
import { type Edge, startEdge } from '../support/edge.ts'

/** The first parts of the paths of the Auth emulator. */
const EMULATED = ['identitytoolkit.googleapis.com', 'securetoken.googleapis.com']

/**
 * The edge over HTTPS, as phones get the app: WebKit treats HTTPS pages differently (docs/decisions/033). An HTTPS page
 * may not call the Auth emulator over HTTP, so the edge also forwards these calls.
 */
export async function startSecureEdge(upstream: string): Promise<Edge> {
  const edge = await startEdge(upstream, { certificate: makeCertificate() })
  const emulator = `http://${await emulatorHost(upstream)}`
  for (const first of EMULATED) edge.neighbours.set(first, emulator)
  const config = (await (await fetch(`${upstream}/api/config`)).json()) as object
  const body = JSON.stringify({ ...config, emulatorHost: new URL(edge.origin).host })
  edge.overrides.set('/api/config', { type: 'application/json', body })
  return edge
}

let made: { key: string; cert: string } | undefined

/** Creates a self-signed certificate for localhost. The browsers are started so that they accept it. */
function makeCertificate(): { key: string; cert: string } {
  if (made) return made
  const folder = mkdtempSync(join(tmpdir(), 'startline-certificate-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
    const name = ['-addext', 'subjectAltName=DNS:localhost']
    execFileSync('openssl', ['req', ...options.split(' '), ...name, '-keyout', key, '-out', cert], { stdio: 'pipe' })
    made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
    return made
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
