// PouchDB with CouchDB's own replication. `tuned`: larger batches, more of them at once, the newer IndexedDB adapter.

import PouchDB from 'pouchdb/dist/pouchdb.js'

let db
let options
globalThis.bench = {
  open: async ({ tuned }) => {
    // The adapter's file registers itself with the global of this name.
    globalThis.PouchDB = PouchDB
    if (tuned) await import('pouchdb/dist/pouchdb.indexeddb.js')
    db = new PouchDB('pouch', { auto_compaction: true, ...(tuned ? { adapter: 'indexeddb' } : {}) })
    options = tuned ? { batch_size: 1000, batches_limit: 10 } : {}
  },
  sync: async () => {
    const remote = new PouchDB(`${location.origin}/couch/marathons`, { skip_setup: true })
    await db.replicate.to(remote, options)
    await db.replicate.from(remote, options)
  },
  count: async () => (await db.info()).doc_count,
  edit: async (count, mark) => {
    const { rows } = await db.allDocs({ limit: count, include_docs: true })
    await db.bulkDocs(rows.map(({ doc }) => ({ ...doc, location: `${mark} ${doc.location}` })))
  },
}
