import * as texts from '../texts/compiled/marathon-details.js'
import { plainText } from '../texts/plain-text.ts'

/** The address of a marathon's public page, for links and codes. */
export function marathonUrl(id: string): string {
  return `${location.origin}/e/${id}`
}

/** Shares the link of a marathon. @returns what the user is told; '' for nothing */
export function shareMarathon({ _id, title }: { _id: string; title: string }): Promise<string> {
  return share({ title, url: marathonUrl(_id) })
}

/**
 * Shares a link, and a text with it, or copies both where the browser cannot share. @returns what the user is told; '' for
 * nothing
 */
export async function share(data: { title: string; url: string; text?: string }): Promise<string> {
  const { url, text } = data
  try {
    if (typeof navigator.share !== 'function') {
      await navigator.clipboard.writeText(text ? `${text} ${url}` : url)
      return text ? texts.textCopied() : texts.linkCopied()
    }
    await navigator.share(data)
    return ''
  } catch (error) {
    // The user closed the share sheet, which is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return ''
    return plainText(texts.copyThisLink({ url }))
  }
}
