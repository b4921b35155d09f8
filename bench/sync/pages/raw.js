// The least that a browser allows, written by hand: fetch, JSON.parse and one plain IndexedDB store. It has no library,
// no overlay and no conflicts, and only reads.
let idb
globalThis.bench = {
  open: () =>
    new Promise((resolve, reject) => {
      const open = indexedDB.open('raw', 1)
      open.onupgradeneeded = () => {
        const store = open.result.createObjectStore('marathons', { keyPath: '_id' })
        store.createIndex('createdAt', 'createdAt')
        store.createIndex('startDate', 'startDate')
      }
      open.onsuccess = () => {
        idb = open.result
        resolve()
      }
      open.onerror = () => reject(open.error)
    }),
  sync: async () => {
    const rows = await (await fetch('/all')).json()
    await new Promise((resolve, reject) => {
      const write = idb.transaction('marathons', 'readwrite', { durability: 'strict' })
      const store = write.objectStore('marathons')
      for (const row of rows) store.put(row)
      write.oncomplete = resolve
      write.onerror = () => reject(write.error)
    })
  },
  count: () =>
    new Promise((resolve) => {
      const ask = idb.transaction('marathons').objectStore('marathons').count()
      ask.onsuccess = () => resolve(ask.result)
    }),
}
