import { createHash } from 'node:crypto'

/** An entry of the service worker's precache, as Workbox builds it. */
interface Entry {
  url: string
  revision: string | null
  size: number
}

/**
 * Makes the page's revision in the precache one of its headers too. An installed phone keeps the page with the headers
 * it came with, its policy among them, and asks for it again only where the revision is another.
 */
export function revisionWithHeaders(headers: Record<string, string>) {
  const stamp = createHash('sha256').update(JSON.stringify(headers)).digest('hex').slice(0, 8)
  return (entries: Entry[]) => ({
    manifest: entries.map((entry) =>
      entry.url === 'index.html' ? { ...entry, revision: `${entry.revision}-${stamp}` } : entry,
    ),
    warnings: [],
  })
}
