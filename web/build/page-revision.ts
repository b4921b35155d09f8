import { createHash } from 'node:crypto'

/** An entry of the service worker's precache, as Workbox builds it. */
interface Entry {
  url: string
  revision: string | null
  size: number
}

/**
 * Adds a hash of the pages' headers to their revisions in the precache. An installed phone keeps a page together with its
 * headers, such as its policy. It fetches the page again only if the revision changes.
 */
export function revisionWithHeaders(headers: Record<string, string>) {
  const stamp = createHash('sha256').update(JSON.stringify(headers)).digest('hex').slice(0, 8)
  return (entries: Entry[]) => ({
    manifest: entries.map((entry) =>
      entry.url.endsWith('.html') ? { ...entry, revision: `${entry.revision}-${stamp}` } : entry,
    ),
    warnings: [],
  })
}
