import { Buffer } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { invalidFrom } from '../../contract/invalid.ts'
import { MAX_BODY_BYTES } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { App } from '../env.ts'

/**
 * Reads the request's JSON body and checks it with `schema`. MAX_BODY_BYTES limits the body as sent and as
 * decompressed: a client may send a large flush with `Content-Encoding: gzip`.
 * @throws Problem UNSUPPORTED_MEDIA; TOO_LARGE; INVALID with the fields that are wrong
 */
export async function readJson<T extends z.core.$ZodType>(c: Context<App>, schema: T): Promise<z.output<T>> {
  const parsed = z.safeParse(schema, await readBody(c))
  if (!parsed.success) throw invalidFrom(parsed.error)
  return parsed.data
}

/** The request's JSON body, not checked by a schema. */
async function readBody(c: Context<App>): Promise<unknown> {
  const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new Problem('UNSUPPORTED_MEDIA', 'Send the body as application/json.')
  }
  const encoding = c.req.header('Content-Encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip') {
    throw new Problem('UNSUPPORTED_MEDIA', 'Content-Encoding must be gzip or absent.')
  }
  const length = c.req.header('Content-Length')
  if (Number(length ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const sent = c.req.raw.body
  if (!sent) throw malformed()
  // A body with a Content-Length cannot be longer than that. Only a body without one is counted while it is read, which
  // takes more time.
  const bytes = length === undefined ? await readBytes(sent) : new Uint8Array(await c.req.raw.arrayBuffer())
  if (bytes.byteLength > MAX_BODY_BYTES) throw tooLarge()
  return parse(encoding === 'gzip' ? unzip(bytes) : bytes)
}

async function readBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  const [only] = chunks
  return only && chunks.length === 1 ? only : Buffer.concat(chunks, size)
}

/**
 * Decompresses a gzip body up to MAX_BODY_BYTES. DecompressionStream has no such limit: it decompresses each chunk
 * completely, and 1 MB of gzip can contain 1 GB of zeros, more than the isolate's memory.
 */
function unzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES })
  } catch (error) {
    // gunzipSync throws a RangeError above maxOutputLength, and other errors for bytes that are not gzip.
    throw error instanceof RangeError ? tooLarge() : malformed()
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch {
    throw malformed()
  }
}

function tooLarge() {
  return new Problem('TOO_LARGE', `The body must be at most ${MAX_BODY_BYTES} bytes.`)
}

function malformed() {
  return new Problem('INVALID', 'The body is not valid JSON.', {
    fields: { body: { code: 'NOT_VALID', values: { expected: 'JSON' } } },
  })
}
