import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pictureSize } from './picture-size.ts'

/** Stands for the browser's picture: it loads, fails or waits as its address says. */
class FakePicture {
  static asked: string[] = []
  onload = () => {}
  onerror = () => {}
  naturalWidth = 0
  naturalHeight = 0
  set src(address: string) {
    FakePicture.asked.push(address)
    const [, width = 0, height = 0] = (/(\d+)x(\d+)/.exec(address) ?? []).map(Number)
    const after = Number(/after-(\d+)/.exec(address)?.[1] ?? 0)
    setTimeout(() => {
      if (address.includes('broken')) return this.onerror()
      Object.assign(this, { naturalWidth: width, naturalHeight: height })
      this.onload()
    }, after)
  }
}

beforeEach(() => {
  FakePicture.asked = []
  vi.stubGlobal('Image', FakePicture)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** What is known of a picture, and after how many ms. */
async function sizeAfter(address: string, isOnline = true) {
  const began = Date.now()
  const size = pictureSize(address, isOnline).then((known) => [known, Date.now() - began])
  await vi.runAllTimersAsync()
  return size
}

it.each([
  ['a picture that loads', 'https://example.com/1200x630.jpg', ['1200x630', 0]],
  ['a picture that loads within a second', 'https://example.com/1200x630-after-900.jpg', ['1200x630', 900]],
  ['a picture that takes longer', 'https://example.com/1200x630-after-1100.jpg', ['', 1000]],
  ['a broken picture', 'https://example.com/broken.jpg', ['', 0]],
  ['a picture without pixels', 'https://example.com/0x0.jpg', ['', 0]],
  ['a picture that is too large to be one', 'https://example.com/100000x1.jpg', ['', 0]],
])('measures %s', async (_name, address, expected) => {
  expect(await sizeAfter(address)).toEqual(expected)
})

it.each([
  ['a drawing', 'https://example.com/samples/sample-1.SVG?v=2', true],
  ['a picture with no network', 'https://example.com/1200x630.jpg', false],
  ['what is no address', 'tree', true],
])('does not ask for %s, and waits for nothing', async (_name, address, isOnline) => {
  expect(await sizeAfter(address, isOnline)).toEqual(['', 0])
  expect(FakePicture.asked).toEqual([])
})
