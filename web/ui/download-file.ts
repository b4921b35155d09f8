import { plainText } from '../texts/plain-text.ts'

/** Saves a text as a file, through the browser's downloads. */
export function downloadFile(name: string, type: string, text: string) {
  saveFile(new File([text], plainText(name), { type }))
}

/** Saves a file through the browser's downloads. */
export function saveFile(file: File) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  // Safari reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A title as a file name: 'Berlin: 25k!' -> 'berlin-25k'. */
export function fileName(title: string): string {
  // Accents on Latin letters go. The vowel signs of other scripts are marks too, and stay.
  const plain = title
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
  return (
    plain
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'startline'
  )
}
