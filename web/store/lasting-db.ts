import Dexie, { type DBCore } from 'dexie'
import { expected } from '../../contract/errors.ts'

/**
 * A database whose connection is opened anew where the browser has lost it, or could not open it at first. WebKit loses
 * those of a page in the background ("Connection to Indexed Database server lost"). Who reads or writes is told of the
 * failure, and the next try works. A database that was closed for good, as after a logout, stays closed.
 */
export class LastingDb extends Dexie {
  constructor(name: string) {
    // With Chrome's default durability, a power failure can lose a committed edit.
    super(name, { chromeTransactionDurability: 'strict' })
    this.use({ stack: 'dbcore', name: 'lasting', create: (core) => this.watchful(core) })
  }

  override open(): ReturnType<Dexie['open']> {
    const opened = super.open()
    // After a failed opening Dexie refuses everything. Those who wait for it must be told of the failure first.
    const tryAgain = () => this.hasFailed() && super.close({ disableAutoOpen: false })
    opened.catch(() => expected('told', setTimeout(tryAgain)))
    return opened
  }

  /** Closes a connection that is lost, so that Dexie opens another one at the next use. */
  private watchful(core: DBCore): DBCore {
    const connection = this.backendDB()
    const notice = (error: unknown): never => {
      if (isConnectionLost(error) && this.backendDB() === connection) super.close({ disableAutoOpen: false })
      throw error
    }
    const watched =
      <Request, Result>(run: (request: Request) => Promise<Result>) =>
      (request: Request) => {
        try {
          return run(request).catch(notice)
        } catch (error) {
          return notice(error)
        }
      }
    return {
      ...core,
      transaction(...request) {
        try {
          return core.transaction(...request)
        } catch (error) {
          return notice(error)
        }
      },
      table(name) {
        const table = core.table(name)
        return {
          ...table,
          mutate: watched(table.mutate),
          get: watched(table.get),
          getMany: watched(table.getMany),
          query: watched(table.query),
          openCursor: watched(table.openCursor),
          count: watched(table.count),
        }
      },
    }
  }
}

/** Does a failure speak of the connection, and not of what was asked? */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && error.name === 'UnknownError'
}
