import Dexie from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Op, Verdict } from '../contract/sync.ts'
import { AccountDb } from '../web/store/account-db.ts'
import type { Author } from '../web/store/overlay.ts'

/** A write failed because the phone was switched off. */
class Crash extends Error {}

/** An edit that was made on this disk. */
export interface Made {
  op: Op
  /** The user discarded it, or handled its inbox item. */
  handled: boolean
  /** A pull brought its effect. */
  landed: boolean
}

interface Disk {
  tables: Map<string, unknown[]>
  /** The last position that the outbox gave. A backup of a phone contains it. */
  lastPosition: number
  made: Made[]
}

/** A database of fake-indexeddb. */
interface FakeDatabase {
  transactions: FakeTransaction[]
  rawObjectStores: Map<string, { keyGenerator: { num: number } | null }>
}

interface FakeTransaction {
  _state: 'active' | 'inactive' | 'committing' | 'finished'
  abort(): void
}

/** A phone of one account: a disk with the account's real database, its time, and the verdicts that it received. */
export class Device {
  readonly name: string
  readonly uid: string
  readonly author: Author
  db: AccountDb
  made: Made[] = []
  readonly delivered = new Map<string, Verdict>()
  /** The stored session: false from a logout until the next login. */
  isSignedIn = true
  skewMs = 0
  online = true
  /** Number of writes until the phone dies; null for never. */
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
    const tables = await this.#export()
    this.#saved = { tables, lastPosition: this.#positions().num, made: structuredClone(this.made) }
  }

  /** Restores the copy, like a backup of the phone. @returns false without a copy */
  async rollback(): Promise<boolean> {
    if (!this.#saved) return false
    await this.#replace(this.#saved.tables)
    this.#positions().num = this.#saved.lastPosition
    this.made = structuredClone(this.#saved.made)
    return true
  }

  /** Empties the disk, as a browser does that runs out of space. */
  async evict() {
    await this.#replace(new Map())
    this.made = []
  }

  close() {
    this.db.close()
  }

  /** Ends the app at once and aborts its transactions, as when its process dies. */
  #cutOff() {
    if (this.db.isOpen()) {
      // fake-indexeddb has no function for this: its forceCloseDatabase waits for the transactions.
      for (const transaction of [...this.#fake().transactions]) {
        if (transaction._state !== 'finished') transaction.abort()
      }
    }
    this.db.close()
  }

  #fake(): FakeDatabase {
    return (this.db.backendDB() as unknown as { _rawDatabase: FakeDatabase })._rawDatabase
  }

  /** What numbers the outbox. Its database must be open. */
  #positions(): { num: number } {
    const positions = this.#fake().rawObjectStores.get('outbox')?.keyGenerator
    if (!positions) throw new Error('the outbox has no key generator')
    return positions
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
