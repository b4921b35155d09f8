// RxDB with its Dexie storage and its replication protocol over HTTP. The batches are larger than the default of 100.
import { createRxDatabase } from 'rxdb'
import { replicateRxCollection } from 'rxdb/plugins/replication'
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie'

const TEXT = { type: 'string' }
const INDEXED = { type: 'string', maxLength: 64 }
const FIELDS = 'title location description image distance regStart regEnd timeZone name email'.split(' ')
const schema = {
  version: 0,
  primaryKey: '_id',
  type: 'object',
  properties: {
    _id: INDEXED,
    createdAt: INDEXED,
    startDate: INDEXED,
    ...Object.fromEntries(FIELDS.map((name) => [name, TEXT])),
    regCount: { type: 'number' },
    ver: { type: 'number' },
  },
  required: ['_id', 'createdAt', 'startDate'],
  indexes: ['createdAt', 'startDate'],
}

let collection
globalThis.bench = {
  open: async () => {
    const db = await createRxDatabase({ name: 'rx', storage: getRxStorageDexie(), multiInstance: false })
    collection = (await db.addCollections({ marathons: { schema } })).marathons
  },
  sync: async () => {
    const replication = replicateRxCollection({
      collection,
      replicationIdentifier: 'http',
      live: false,
      retryTime: 100,
      pull: {
        batchSize: 1000,
        handler: async (checkpoint, limit) =>
          (await fetch(`/rx/pull?after=${checkpoint?.seq ?? 0}&limit=${limit}`)).json(),
      },
      push: {
        batchSize: 500,
        handler: async (rows) => {
          const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rows) }
          return (await fetch('/rx/push', init)).json()
        },
      },
    })
    replication.error$.subscribe((error) => console.error(error.message))
    await replication.awaitInSync()
    await replication.cancel()
  },
  count: () => collection.count().exec(),
  edit: async (count, mark) => {
    const docs = await collection.find({ limit: count }).exec()
    const changed = docs.map((doc) => {
      const row = doc.toJSON()
      return { ...row, location: `${mark} ${row.location}` }
    })
    await collection.bulkUpsert(changed)
  },
}
