import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { expected, recordError } from '../../contract/errors.ts'

// The WebAssembly file of the scanner's library has 0.3 MB. Only phones whose browser cannot read QR codes by itself
// need it, and only if their user organises a marathon or helps at one. So it is not among the files that every phone
// fetches (docs/decisions/051).

const CACHE = 'scanner'
/** How long the file may take. Without a limit, a network that hangs would keep the scanner starting without end. */
export const FILE_TIMEOUT_MS = 30_000

/** Only some browsers have it. */
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): { detect(source: ImageBitmapSource): Promise<{ rawValue: string }[]> }
  getSupportedFormats(): Promise<string[]>
}

/** The browser's own reader of QR codes; null if it has none. */
export async function browserDetector(): Promise<InstanceType<BarcodeDetectorClass> | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass }
  const ask = async () => BarcodeDetector?.getSupportedFormats()
  // Some browsers have the class, and no format. The service that knows them may fail for a moment.
  const formats = await ask()
    .catch(ask)
    .catch(() => expected('refused'))
  return BarcodeDetector && formats?.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null
}

/** The WebAssembly file, from this phone or else from the network, which is then kept. @throws if neither has it */
export async function scannerFile(): Promise<ArrayBuffer> {
  const cache = await globalThis.caches?.open(CACHE).catch((error) => recordError(error, null))
  const kept = await cache?.match(wasmUrl)
  if (kept) return kept.arrayBuffer()
  const response = await fetch(wasmUrl, { signal: AbortSignal.timeout(FILE_TIMEOUT_MS) })
  // A captive portal answers with its own page and status 200.
  if (!response.headers.get('Content-Type')?.startsWith('application/wasm')) throw new Error('not the scanner’s file')
  if (cache) await keep(cache, response.clone())
  return response.arrayBuffer()
}

async function keep(cache: Cache, response: Response): Promise<void> {
  // Without this a full storage would stop the scanner, which needs no storage.
  const isKept = await cache.put(wasmUrl, response).then(
    () => true,
    (error) => recordError(error, false),
  )
  if (!isKept) return
  for (const { url } of await cache.keys()) if (new URL(url).pathname !== wasmUrl) await cache.delete(url)
}

/** Does the browser's reader work? It may need a service that this phone lacks, and then it fails at every picture. */
function doesRead(detector: InstanceType<BarcodeDetectorClass>): Promise<boolean> {
  return detector.detect(new ImageData(64, 64)).then(
    () => true,
    () => expected('refused', false),
  )
}

/** Fetches the scanner's file in advance, if this phone needs it. A failure is ignored: the next start tries again. */
export async function keepScanner(): Promise<void> {
  const detector = await browserDetector()
  if (detector && (await doesRead(detector))) return
  const kept = await globalThis.caches?.match(wasmUrl, { cacheName: CACHE }).catch(recordError)
  if (!kept) await scannerFile().catch(() => expected('no-answer'))
}
