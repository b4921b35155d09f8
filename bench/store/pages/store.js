// The phone's store by itself: our own data modules, a bare IndexedDB store, PouchDB. No network.
// By path: the bench's own packages hold another Dexie, RxDB's.

import PouchDB from 'pouchdb/dist/pouchdb.js'
import { liveQuery } from '../../../node_modules/dexie/import-wrapper.mjs'
import { AccountDb } from '../../../web/store/account-db.ts'
import { enqueueOps } from '../../../web/store/outbox.ts'
import { readMarathons } from '../../../web/store/rows/marathons.ts'

const AUTHOR = { name: 'Somebody', email: 'somebody@example.com' }
const PAGE = { sort: 'asc', limit: 20 }
const CHUNK = 5000

async function timed(run) {
  const started = performance.now()
  await run()
  return performance.now() - started
}

function openRaw(name) {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open(name, 1)
    open.onupgradeneeded = () => {
      const store = open.result.createObjectStore('marathons', { keyPath: '_id' })
      // The same indexes as ours has.
      store.createIndex('createdAt', 'createdAt')
      store.createIndex('startDate', 'startDate')
      store.createIndex('gen', 'gen')
      store.createIndex('own', ['own', 'createdAt'])
    }
    open.onsuccess = () => resolve(open.result)
    open.onerror = () => reject(open.error)
  })
}

function rawPut(idb, rows) {
  return new Promise((resolve, reject) => {
    const write = idb.transaction('marathons', 'readwrite', { durability: 'strict' })
    for (const row of rows) write.objectStore('marathons').put(row)
    write.oncomplete = resolve
    write.onerror = () => reject(write.error)
  })
}

const rowsOf = async (count) =>
  (await (await fetch(`/rows?count=${count}`)).json()).map((row) => ({ ...row, mine: true, own: 1, gen: 0 }))

globalThis.bench = {
  /** Fills the three stores. */
  async fill(count) {
    const all = await rowsOf(count)
    const db = new AccountDb(`store-${count}`)
    const idb = await openRaw(`raw-${count}`)
    const pouch = new PouchDB(`pouch-${count}`)
    for (let from = 0; from < all.length; from += CHUNK) {
      const rows = all.slice(from, from + CHUNK)
      await db.marathons.bulkPut(rows)
      await rawPut(idb, rows)
      await pouch.bulkDocs(rows)
    }
    db.close()
    idb.close()
    await pouch.close()
  },
  /** ms of the first 20 rows in order. */
  async firstPage(store, count) {
    if (store === 'startline') {
      const db = new AccountDb(`store-${count}`)
      await db.open()
      const ms = []
      for (let i = 0; i < 15; i++) ms.push(await timed(() => readMarathons(db, AUTHOR, PAGE)))
      db.close()
      return ms.sort((a, b) => a - b)[7]
    }
    const ms = []
    if (store === 'raw') {
      const idb = await openRaw(`raw-${count}`)
      for (let i = 0; i < 15; i++) {
        ms.push(
          await timed(
            () =>
              new Promise((resolve) => {
                const ask = idb.transaction('marathons').objectStore('marathons').index('createdAt').getAll(null, 21)
                ask.onsuccess = () => resolve(ask.result)
              }),
          ),
        )
      }
      idb.close()
    } else {
      const pouch = new PouchDB(`pouch-${count}`)
      for (let i = 0; i < 15; i++) ms.push(await timed(() => pouch.allDocs({ limit: 20, include_docs: true })))
      await pouch.close()
    }
    return ms.sort((a, b) => a - b)[7]
  },
  /** ms from an edit to the frame in which the list that is shown live has it. */
  async writeToScreen(count) {
    const db = new AccountDb(`store-${count}`)
    const { rows } = await readMarathons(db, AUTHOR, PAGE)
    const mark = `moved ${performance.now()}`
    let written = 0
    const shown = new Promise((resolve) => {
      const watched = liveQuery(() => readMarathons(db, AUTHOR, PAGE)).subscribe((page) => {
        if (!page.rows.some((row) => row.location === mark)) return
        const at = performance.now()
        requestAnimationFrame((frame) => {
          watched.unsubscribe()
          resolve({ toData: at - written, toFrame: Math.max(frame, at) - written })
        })
      })
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const before = performance.now()
    const patch = { location: mark }
    await enqueueOps(db, [{ type: 'marathon.update', id: rows[0]._id, base: { location: rows[0].location }, patch }])
    written = performance.now()
    const answer = { saved: written - before, ...(await shown) }
    await db.outbox.clear()
    db.close()
    return answer
  },
  /** µs an op, to queue so many at once. */
  async outbox(count) {
    const db = new AccountDb(`outbox-${count}-${Math.random()}`)
    await db.open()
    const edit = (i) => ({
      type: 'marathon.update',
      id: `event-${i}`,
      base: { location: 'here' },
      patch: { location: 'there' },
    })
    const filled = await timed(() =>
      enqueueOps(
        db,
        Array.from({ length: count }, (_, i) => edit(i)),
      ),
    )
    await db.delete()
    return (filled * 1000) / count
  },
}
