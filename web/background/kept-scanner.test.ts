import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserDetector, FILE_TIMEOUT_MS, keepScanner, scannerFile } from './kept-scanner.ts'

// The build gives the file its address.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => ({ default: '/assets/zxing_reader-new.wasm' }))

const ORIGIN = 'http://localhost'
let kept: Map<string, Response>
let isFull: boolean
const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

const file = (type = 'application/wasm') => new Response('wasm', { headers: { 'Content-Type': type } })
const cache = {
  match: async (url: string) => kept.get(new URL(url, ORIGIN).href)?.clone(),
  put: async (url: string, response: Response) => {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    kept.set(new URL(url, ORIGIN).href, response)
  },
  keys: async () => [...kept.keys()].map((url) => ({ url })),
  delete: async (url: string) => kept.delete(url),
}

beforeEach(() => {
  kept = new Map()
  isFull = false
  fetched.mockReset().mockImplementation(async () => file())
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

const withReader = (formats: () => Promise<string[]>, detect = async (): Promise<unknown[]> => []) => {
  vi.stubGlobal('ImageData', class {})
  vi.stubGlobal(
    'BarcodeDetector',
    Object.assign(
      class {
        detect = detect
      },
      { getSupportedFormats: formats },
    ),
  )
}
const text = async () => new TextDecoder().decode(await scannerFile())

describe('the scanner’s file', () => {
  it('is fetched once, and then comes from this phone', async () => {
    expect(await text()).toBe('wasm')
    fetched.mockRejectedValue(new TypeError('no network'))
    expect(await text()).toBe('wasm')
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('is not waited for without end where the network hangs', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    fetched.mockImplementationOnce((_url, { signal }) => {
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const file = scannerFile()
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), 10_000)
    late.abort(new DOMException('late', 'TimeoutError'))
    await expect(file).rejects.toThrow('late')
    expect(timeout).toHaveBeenCalledWith(FILE_TIMEOUT_MS)
    timeout.mockRestore()
    expect(await text()).toBe('wasm')
  })

  it('takes the place of an older version', async () => {
    kept.set(`${ORIGIN}/assets/zxing_reader-old.wasm`, file())
    await scannerFile()
    expect([...kept.keys()]).toHaveLength(1)
    expect([...kept.keys()][0]).not.toContain('old')
  })

  it('is not the page of a captive portal', async () => {
    fetched.mockResolvedValueOnce(file('text/html'))
    await expect(scannerFile()).rejects.toThrow('not the scanner’s file')
    expect(kept.size).toBe(0)
    expect(await text()).toBe('wasm')
  })

  it('can be used when the storage is full, and leaves an older version alone then', async () => {
    kept.set(`${ORIGIN}/assets/zxing_reader-old.wasm`, file())
    isFull = true
    expect(await text()).toBe('wasm')
    expect([...kept.keys()]).toEqual([`${ORIGIN}/assets/zxing_reader-old.wasm`])
  })
})

describe('in advance', () => {
  it('it is fetched once, and a failure is ignored', async () => {
    fetched.mockRejectedValueOnce(new TypeError('no network'))
    await keepScanner()
    await keepScanner()
    await keepScanner()
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('it is not fetched where the browser reads QR codes', async () => {
    withReader(async () => ['ean_13', 'qr_code'])
    await keepScanner()
    expect(fetched).not.toHaveBeenCalled()
  })

  it('it is fetched where the browser’s reader fails at a picture', async () => {
    withReader(
      async () => ['qr_code'],
      async () => Promise.reject(new Error('no service')),
    )
    await keepScanner()
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('it is fetched where the browser has a reader without QR codes, or one that fails', async () => {
    withReader(async () => ['ean_13'])
    expect(await browserDetector()).toBeNull()
    withReader(async () => Promise.reject(new Error('no service')))
    expect(await browserDetector()).toBeNull()
    await keepScanner()
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})
