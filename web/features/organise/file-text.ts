/**
 * The text of a file. A spreadsheet may save it in the encoding of Windows, where the byte of a letter such as ö is not
 * UTF-8.
 */
export async function fileText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
