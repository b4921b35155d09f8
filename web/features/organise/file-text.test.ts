import { expect, it } from 'vitest'
import { fileText } from './file-text.ts'

const NAMES = 'Muñoz;Jürgens;Ångström'

it('is read as UTF-8, with and without a byte order mark', async () => {
  expect(await fileText(new Blob([NAMES]))).toBe(NAMES)
  expect(await fileText(new Blob(['\ufeff', NAMES]))).toBe(NAMES)
})

it('is read as Windows saves it where it is not UTF-8', async () => {
  // Each of these letters has its Unicode number as its byte; the euro sign is 0x80 there.
  const bytes = Uint8Array.from([...NAMES].map((letter) => letter.charCodeAt(0)))
  expect(await fileText(new Blob([bytes, Uint8Array.of(0x80)]))).toBe(`${NAMES}€`)
})
