import { join } from 'node:path'
import { CACHE, placeDatabase } from '../seed/database.ts'
import { peerDatabase } from '../seed/peer-database.ts'
import { application, newId } from './workloads.ts'

interface Store {
  applyMany(all: object[], uid: string): void
}
let store: Promise<Store> | undefined

/**
 * The lower limit for a flush: CPU µs for each op of a better-sqlite3 transaction in this process, without HTTP and
 * sync.
 */
export async function inProcessTransaction(rows: number, transactions: number, ops: number): Promise<number> {
  store ??= open(rows)
  const { applyMany } = await store
  const batches = Array.from({ length: transactions }, () =>
    Array.from({ length: ops }, () => ({ _id: newId('entry'), ...application(rows) })),
  )
  const before = process.cpuUsage()
  for (const batch of batches) applyMany(batch, 'runner')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / (transactions * ops)
}

async function open(rows: number): Promise<Store> {
  const file = join(CACHE, 'in-process', 'db.sqlite')
  placeDatabase(peerDatabase(rows), file)
  const path = './peers/store.js'
  return (await import(path)).openStore(file)
}
