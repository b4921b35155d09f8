import { Buffer } from 'node:buffer'
import { gunzipSync } from 'node:zlib'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { MAX_BODY_BYTES } from '../../contract/limits.ts'
import { invalidFrom, Problem } from '../../contract/problem.ts'
import type { App } from '../env.ts'

/**
 * The request's JSON body, checked by `schema`. The limit is enforced while reading, after decompression:
 * a client may send a large flush with `Content-Encoding: gzip`.
 * @throws Problem UNSUPPORTED_MEDIA, TOO_LARGE, or INVALID with the fields that are wrong
 */
export async function readJson<T extends z.core.$ZodType>(c: Context<App>, schema: T): Promise<z.output<T>> {
  const parsed = z.safeParse(schema, await readBody(c))
  if (!parsed.success) throw invalidFrom(parsed.error)
  return parsed.data
}

/** The request's JSON body as it came. */
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
  // HTTP ends a body at the length it names: only one without has to be watched while it comes, which costs more.
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
 * Not DecompressionStream: that unzips whatever one write brings before anybody can look, and 1 MB of zeros
 * zipped a thousandfold would fill the isolate.
 */
function unzip(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES })
  } catch (error) {
    // A RangeError is the output's limit; anything else is no gzip.
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
  return new Problem('TOO_LARGE', `The body must be at most ${MAX_BODY_BYTES} bytes.`, {
    fields: { body: `must be at most ${MAX_BODY_BYTES} bytes` },
  })
}

function malformed() {
  return new Problem('INVALID', 'The body is not valid JSON.', { fields: { body: 'must be valid JSON' } })
}
