import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import { scannerFile } from '../../pwa/kept-scanner.ts'

// Reads QR codes with the library in a worker, so that typing stays fast. Only this worker may run WebAssembly: the
// page's policy forbids it, and the file of a worker has no policy (docs/decisions/051).

/** What the worker says: once whether it can read, then the texts of each frame. */
export type ReaderReply = { ready: boolean } | { texts: string[] }

const OPTIONS: ReaderOptions = { formats: ['QRCode'], maxNumberOfSymbols: 2 }

const loaded = scannerFile()
  .then((wasmBinary) => prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true }))
  .then(
    () => true,
    () => false,
  )
const canvas = new OffscreenCanvas(1, 1)
const context = canvas.getContext('2d', { willReadFrequently: true })

self.addEventListener('message', async ({ data: frame }: MessageEvent<ImageBitmap>) => {
  reply({ texts: await textsIn(frame).catch(() => []) })
})
void loaded.then((ready) => reply({ ready }))

async function textsIn(frame: ImageBitmap): Promise<string[]> {
  const { width, height } = frame
  canvas.width = width
  canvas.height = height
  context?.drawImage(frame, 0, 0)
  frame.close()
  const pixels = context?.getImageData(0, 0, width, height)
  return pixels ? (await readBarcodes(pixels, OPTIONS)).map(({ text }) => text) : []
}

function reply(message: ReaderReply) {
  self.postMessage(message)
}
