import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ScannerState, scan } from './check-in-scan.ts'
import type { ReaderReply } from './scanner/scan-worker.ts'

// The build gives the file its address.
vi.mock('zxing-wasm/reader/zxing_reader.wasm?url', () => ({ default: '/assets/zxing_reader-new.wasm' }))

const READY: ReaderReply = { state: 'ready', texts: [] }

/** The library's worker: it says the first reply at once, and the second one to each picture. */
let replies: { first: ReaderReply | Event | null; later: ReaderReply | null }
let isTerminated: boolean

class FakeWorker {
  onmessage: ((event: { data: ReaderReply }) => void) | null = null
  onerror: ((event: unknown) => void) | null = null
  constructor() {
    const { first } = replies
    queueMicrotask(() => {
      if (first instanceof Event) this.onerror?.(first)
      else this.#say(first)
    })
  }
  postMessage() {
    const { later } = replies
    queueMicrotask(() => this.#say(later))
  }
  terminate() {
    isTerminated = true
  }
  #say(data: ReaderReply | null) {
    if (data) this.onmessage?.({ data })
  }
}

const camera = { getTracks: () => [{ stop: () => undefined }], getVideoTracks: () => [{ readyState: 'live' }] }
const video = (play = async () => undefined) =>
  ({ play, readyState: 4, HAVE_CURRENT_DATA: 2, videoWidth: 640, videoHeight: 480, srcObject: null }) as never

let told: ScannerState[]
let codes: string[]
let ended: AbortController

beforeEach(() => {
  told = []
  codes = []
  ended = new AbortController()
  isTerminated = false
  replies = { first: READY, later: { state: 'ready', texts: ['entry-ada'] } }
  vi.stubGlobal('Worker', FakeWorker)
  vi.stubGlobal('createImageBitmap', async () => ({}))
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { getUserMedia: async () => camera },
    configurable: true,
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  ended.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

/** Scans for some time. @returns the states that the user saw */
async function scanFor(ms: number, play?: () => Promise<undefined>): Promise<ScannerState[]> {
  const onState = (state: ScannerState) => told.push(state)
  const onCode = (text: string) => codes.push(text)
  void scan({ video: video(play), onCode, onState, isPaused: () => false, signal: ended.signal })
  // The camera opens, and then the code of the reader is loaded.
  await vi.advanceTimersByTimeAsync(0)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(ms)
  return told
}

describe('the scanner', () => {
  it('reads codes', async () => {
    expect(await scanFor(1000)).toEqual(['starting', 'on'])
    expect(codes).toEqual(['entry-ada'])
  })

  it('is not on this phone where its file or its script did not arrive', async () => {
    replies.first = { state: 'missing' }
    expect(await scanFor(100)).toEqual(['starting', 'unread'])
    told = []
    replies.first = new Event('error')
    expect(await scanFor(100)).toEqual(['starting', 'unread'])
    expect(isTerminated).toBe(true)
  })

  it('stopped where the picture does not play, or cannot be read, or the library fails', async () => {
    const aborted = () => Promise.reject(new DOMException('interrupted', 'AbortError'))
    expect(await scanFor(100, aborted)).toEqual(['starting', 'failed'])
    told = []
    replies.first = { state: 'failed' }
    expect(await scanFor(100)).toEqual(['starting', 'failed'])
    told = []
    replies.first = Object.assign(new Event('error'), { message: 'OffscreenCanvas is not defined' })
    expect(await scanFor(100)).toEqual(['starting', 'failed'])
    told = []
    replies = { first: READY, later: { state: 'failed' } }
    expect(await scanFor(100)).toEqual(['starting', 'on', 'failed'])
    told = []
    replies = { first: READY, later: READY }
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no frame', 'InvalidStateError')))
    expect(await scanFor(100)).toEqual(['starting', 'on', 'failed'])
  })

  it('stopped where its worker says nothing any more, or never begins to', async () => {
    replies.later = null
    expect(await scanFor(4999)).toEqual(['starting', 'on'])
    await vi.advanceTimersByTimeAsync(2)
    expect(told).toEqual(['starting', 'on', 'failed'])
    expect(isTerminated).toBe(true)
    told = []
    replies.first = null
    expect(await scanFor(60_000)).toEqual(['starting', 'failed'])
  })

  it('goes on with the library where the browser’s own reader does not answer', async () => {
    const getSupportedFormats = async () => ['qr_code']
    class Detector {
      detect = () => new Promise(() => undefined)
    }
    vi.stubGlobal('BarcodeDetector', Object.assign(Detector, { getSupportedFormats }))
    expect(await scanFor(6000)).toEqual(['starting', 'on'])
    expect(codes).toEqual(['entry-ada'])
  })

  /** The browser's own reader. It answers each picture as told: with a code, with an error, or after a time. */
  function stubDetector(answer: (n: number) => Promise<{ rawValue: string }[]>) {
    let asked = 0
    class Detector {
      detect = () => {
        asked += 1
        return answer(asked)
      }
    }
    vi.stubGlobal('BarcodeDetector', Object.assign(Detector, { getSupportedFormats: async () => ['qr_code'] }))
    // The library is not on this phone.
    replies = { first: { state: 'missing' }, later: null }
    return () => asked
  }
  const seen = (n: number) => Promise.resolve([{ rawValue: `entry-${n}` }])
  const unavailable = () =>
    Promise.reject(new DOMException('Barcode detection service unavailable.', 'NotSupportedError'))
  const after = (ms: number, n: number) =>
    new Promise<{ rawValue: string }[]>((resolve) => setTimeout(resolve, ms, [{ rawValue: `entry-${n}` }]))

  it('goes on with the browser’s own reader after one picture that failed, or was answered late', async () => {
    stubDetector((n) => (n === 3 ? unavailable() : seen(n)))
    expect(await scanFor(1000)).toEqual(['starting', 'on'])
    expect(codes).toEqual(expect.arrayContaining(['entry-1', 'entry-2', 'entry-4', 'entry-5']))
    ended.abort()
    ended = new AbortController()
    told = []
    codes = []
    stubDetector((n) => (n === 2 ? after(7000, n) : seen(n)))
    expect(await scanFor(10_000)).toEqual(['starting', 'on'])
    expect(codes).toEqual(expect.arrayContaining(['entry-1', 'entry-3', 'entry-4']))
  })

  it('takes the library once several pictures failed in a row, and tells where it is missing', async () => {
    stubDetector(unavailable)
    expect(await scanFor(3000)).toEqual(['starting', 'on', 'unread'])
    ended.abort()
    ended = new AbortController()
    told = []
    stubDetector(unavailable)
    replies = { first: READY, later: { state: 'ready', texts: ['entry-ada'] } }
    expect(await scanFor(3000)).toEqual(['starting', 'on'])
    expect(codes).toEqual(['entry-ada'])
  })

  it('returns to the browser’s own reader where the library has ended', async () => {
    stubDetector((n) => (n < 4 ? unavailable() : seen(n)))
    replies = { first: READY, later: { state: 'failed' } }
    expect(await scanFor(3000)).toEqual(['starting', 'on'])
    expect(codes).toContain('entry-4')
  })
})
