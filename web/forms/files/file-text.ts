import { expected } from '../../../contract/errors.ts'

/**
 * The encodings in which spreadsheets save CSV where it is not Unicode, the usual ones first: of Windows in Western
 * Europe, of old Macs, and of Windows elsewhere. Last comes UTF-8 of which a byte is broken.
 */
const NOT_UNICODE = [
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1254',
  'windows-1251',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'utf-8',
]
/** How the files of spreadsheets begin: .xlsx, .ods and .numbers are ZIP archives, .xls is a compound file. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** The text of a file, as one encoding has it. */
export interface FileText {
  encoding: string
  text: string
}

/**
 * The text of a file, in each encoding that it may have, the likely ones first. Only the names in it can tell which one
 * it is, because every byte is a letter in most of them.
 * @returns an empty list for the workbook of a spreadsheet, which is no text
 */
export async function fileTexts(file: Blob): Promise<FileText[]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (WORKBOOKS.some((start) => start.every((byte, at) => bytes[at] === byte))) return []
  const wide = utf16(bytes)
  if (wide) return [decoded(bytes, wide)]
  try {
    return [decoded(bytes, 'utf-8', true)]
  } catch {
    const texts = NOT_UNICODE.map((encoding) => decoded(bytes, encoding))
    const odd = new Map(texts.map((one) => [one, oddWords(one.text)]))
    return expected(
      'not-ours',
      texts.sort((a, b) => (odd.get(a) ?? 0) - (odd.get(b) ?? 0)),
    )
  }
}

/** The text without the zeros and the end mark that old programs leave in a file. */
function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string, fatal = false): FileText {
  const text = new TextDecoder(encoding, { fatal }).decode(bytes)
  return { encoding, text: text.replaceAll('\0', '').replaceAll('\x1a', '') }
}

/** Words that are looked at to tell how likely an encoding is. */
const MOST_WORDS = 2000
/**
 * What no name has: a small letter first (of Greek and Cyrillic), a sign of another kind, a mark alone, a dash before a
 * small letter, a capital inside of small letters, and two special letters of Latin.
 */
const ODD =
  /^(?!\p{sc=Latin})\p{Ll}|[^\0-\x7f\p{L}’‘–]|\p{M}|–\p{Ll}|\p{Ll}(?![A-Z])\p{Lu}\p{Ll}|\p{Lu}(?![A-Z])\p{Lu}\p{Ll}|(?=\p{sc=Latin}{2})[^\0-\x7f]{2}|\p{sc=Latin}(?!\p{sc=Latin})\p{L}|(?!\p{sc=Latin})\p{L}\p{sc=Latin}/u

/** How many words with special letters look like none. */
function oddWords(text: string): number {
  const words = text.match(/[^\s,;|"\d]*[^\0-\x7f][^\s,;|"\d]*/g) ?? []
  return words.slice(0, MOST_WORDS).filter((word) => ODD.test(word)).length
}

/** Which UTF-16 it is, by its byte order mark or by its zeros: separators and line breaks have one each; null for none. */
function utf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const start = bytes.subarray(0, 10_000)
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // A few zeros are what `decoded` removes.
  if (even === odd || Math.max(even, odd) < start.length / 50) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}
