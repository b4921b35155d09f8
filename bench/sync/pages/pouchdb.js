// PouchDB with CouchDB's own replication, in larger batches and more of them at once, on the newer IndexedDB adapter.

import PouchDB from 'pouchdb/dist/pouchdb.js'

// The adapter's file registers itself with the global of this name.
globalThis.PouchDB = PouchDB
const OPTIONS = { batch_size: 1000, batches_limit: 10 }
let db
globalThis.bench = {
  open: async () => {
    await import('pouchdb/dist/pouchdb.indexeddb.js')
    db = new PouchDB('pouch', { auto_compaction: true, adapter: 'indexeddb' })
  },
  sync: async () => {
    const remote = new PouchDB(`${location.origin}/couch/marathons`, { skip_setup: true })
    await db.replicate.to(remote, OPTIONS)
    await db.replicate.from(remote, OPTIONS)
  },
  count: async () => (await db.info()).doc_count,
  edit: async (count, mark) => {
    const { rows } = await db.allDocs({ limit: count, include_docs: true })
    await db.bulkDocs(rows.map(({ doc }) => ({ ...doc, location: `${mark} ${doc.location}` })))
  },
}
