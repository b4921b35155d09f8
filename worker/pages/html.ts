/** What the worker writes into the app's page for readers that run no scripts, as HTML. */
export interface PageFacts {
  /** The page's title, as text. */
  title: string
  /** Elements at the end of the head. */
  head: string
  /** The content of the `<noscript>`. */
  noscript: string
  /** What everybody reads before the app runs, as texts and an address. Without it the page has no screen. */
  shown?: { title: string; location: string; image: string }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text for HTML: between tags, or in an attribute with quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
}
