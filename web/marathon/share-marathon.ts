import * as texts from '../texts/compiled/marathon-details.js'
import { plainText } from '../texts/plain-text.ts'

/** The address of a marathon's public page, for links and codes. */
export function marathonUrl(id: string): string {
  return `${location.origin}/e/${id}`
}

/**
 * Shares the link of a marathon, or copies it where the browser cannot share. @returns what the user is told; '' for
 * nothing
 */
export async function shareMarathon({ _id, title }: { _id: string; title: string }): Promise<string> {
  const url = marathonUrl(_id)
  try {
    if (typeof navigator.share !== 'function') {
      await navigator.clipboard.writeText(url)
      return texts.linkCopied()
    }
    await navigator.share({ title, url })
    return ''
  } catch (error) {
    // The user closed the share sheet, which is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return ''
    return plainText(texts.copyThisLink({ url }))
  }
}
