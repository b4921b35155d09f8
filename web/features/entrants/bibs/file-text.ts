import { expected } from '../../../../contract/errors.ts'

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

/**
 * The text of a file, in each encoding that it may have. Only the names in it can tell which one it is, because every
 * byte is a letter in most of them.
 * @returns an empty list for the workbook of a spreadsheet, which is no text
 */
export async function fileTexts(file: Blob): Promise<string[]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (WORKBOOKS.some((start) => start.every((byte, at) => bytes[at] === byte))) return []
  const wide = utf16(bytes)
  if (wide) return [new TextDecoder(wide).decode(bytes)]
  try {
    return [decoded(bytes, 'utf-8', true)]
  } catch {
    return expected(
      'not-ours',
      NOT_UNICODE.map((encoding) => decoded(bytes, encoding)),
    )
  }
}

/** The text without the zeros and the end mark that old programs leave in a file. */
function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string, fatal = false): string {
  return new TextDecoder(encoding, { fatal }).decode(bytes).replaceAll('\0', '').replaceAll('\x1a', '')
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
