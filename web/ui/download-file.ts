/** Saves a text as a file, through the browser's downloads. */
export function downloadFile(name: string, type: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A title as a file name: 'Berlin: 25k!' -> 'berlin-25k'. */
export function fileName(title: string): string {
  const plain = title.normalize('NFKD').toLowerCase()
  return (
    plain
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'startline'
  )
}
