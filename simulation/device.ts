import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Op, Verdict } from '../contract/sync.ts'
import { AccountDb } from '../web/data/account-db.ts'
import type { Author } from '../web/data/overlay.ts'

/** The phone was switched off. */
class Crash extends Error {}

/** An edit as it was made on this disk. `handled`: the user discarded it, or dealt with its answer. */
export interface Made {
  op: Op
  handled: boolean
  /** Its effect was seen to have come with the pull. */
  landed: boolean
}

interface Disk {
  tables: Map<string, unknown[]>
  made: Made[]
}

interface FakeTransaction {
  _state: 'active' | 'inactive' | 'committing' | 'finished'
  abort(): void
}

/** A phone of one account: a disk with the account's real database on it, a clock, and what it was told. */
export class Device {
  readonly name: string
  readonly uid: string
  readonly author: Author
  db: AccountDb
  made: Made[] = []
  readonly delivered = new Map<string, Verdict>()
  /** False from a logout until the next login, as the stored session says. */
  isSignedIn = true
  skewMs = 0
  online = true
  /** Writes until the phone dies, or null. */
  writesLeft: number | null = null
  died = false
  #disk = new IDBFactory()
  #saved: Disk | null = null

  constructor(name: string, uid: string) {
    this.name = name
    this.uid = uid
    this.author = { name: `Name of ${uid}`, email: `${uid}@example.com` }
    this.db = this.#open()
  }

  #open(): AccountDb {
    Dexie.dependencies.indexedDB = this.#disk as unknown as typeof indexedDB
    Dexie.dependencies.IDBKeyRange = IDBKeyRange as unknown as typeof globalThis.IDBKeyRange
    const db = new AccountDb(this.uid)
    db.use({
      stack: 'dbcore',
      name: 'crash',
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name)
          return {
            ...table,
            mutate: (request) => {
              if (this.#diesNow()) return Dexie.Promise.reject(new Crash('switched off'))
              return table.mutate(request)
            },
          }
        },
      }),
    })
    return db
  }

  #diesNow(): boolean {
    if (this.writesLeft === null) return false
    this.writesLeft -= 1
    if (this.writesLeft >= 0) return false
    this.died = true
    return true
  }

  /** Starts the app again on the same disk. */
  restart() {
    this.#cutOff()
    this.writesLeft = null
    this.died = false
    this.db = this.#open()
  }

  /** Keeps a copy of the whole disk. */
  async snapshot() {
    this.#saved = { tables: await this.#export(), made: structuredClone(this.made) }
  }

  /** Puts the copy back, as a restored backup does. @returns whether there was one */
  async rollback(): Promise<boolean> {
    if (!this.#saved) return false
    await this.#replace(this.#saved.tables)
    this.made = structuredClone(this.#saved.made)
    return true
  }

  /** The browser threw everything away. */
  async evict() {
    await this.#replace(new Map())
    this.made = []
  }

  close() {
    this.db.close()
  }

  /** Ends the app at once: what it is writing is aborted, as when its process dies. */
  #cutOff() {
    if (this.db.isOpen()) {
      // fake-indexeddb has no such end: its forceCloseDatabase waits for the transactions.
      const connection = this.db.backendDB() as unknown as { _rawDatabase: { transactions: FakeTransaction[] } }
      for (const transaction of [...connection._rawDatabase.transactions]) {
        if (transaction._state !== 'finished') transaction.abort()
      }
    }
    this.db.close()
  }

  async #export() {
    const tables = new Map<string, unknown[]>()
    for (const table of this.db.tables) tables.set(table.name, await table.toArray())
    return tables
  }

  async #replace(tables: Map<string, unknown[]>) {
    this.#cutOff()
    this.#disk = new IDBFactory()
    this.writesLeft = null
    this.died = false
    this.db = this.#open()
    for (const [name, rows] of tables) await this.db.table(name).bulkAdd(structuredClone(rows))
  }
}
