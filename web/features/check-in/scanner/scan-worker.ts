import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { expected } from '../../../../contract/errors.ts'
import { scannerFile } from '../../../background/kept-scanner.ts'

// Reads QR codes with the library in a worker, so that typing stays fast. Only this worker may run WebAssembly: the
// page's policy forbids it, and the file of a worker has no policy (docs/decisions/051).

/**
 * What the worker says: once whether it can read, then the texts of each frame. `missing`: the library's file is not on
 * this phone, and the network did not bring it.
 */
export type ReaderReply = { state: 'ready'; texts: string[] } | { state: 'missing' | 'failed' }

const OPTIONS: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 2 }

const READY: ReaderReply = { state: 'ready', texts: [] }
const FAILED: ReaderReply = { state: 'failed' }

const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d', { willReadFrequently: true })

self.addEventListener('message', async ({ data }: MessageEvent<ImageBitmap>) => {
  reply(await read(data).catch(() => expected('told', FAILED)))
})
void load()
  .catch(() => expected('told', FAILED))
  .then(reply)

async function load(): Promise<ReaderReply> {
  const wasmBinary = await scannerFile().catch(() => expected('told', null))
  if (!wasmBinary) return { state: 'missing' }
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return READY
}

async function read(frame: ImageBitmap): Promise<ReaderReply> {
  const { width, height } = frame
  canvas.width = width
  canvas.height = height
  context?.drawImage(frame, 0, 0)
  frame.close()
  const pixels = context?.getImageData(0, 0, width, height)
  return pixels ? { state: 'ready', texts: (await readBarcodes(pixels, OPTIONS)).map(({ text }) => text) } : READY
}

function reply(message: ReaderReply) {
  self.postMessage(message)
}
