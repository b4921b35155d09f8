/** A copy of the database: the primary, or a session that may read from a replica. */
type Copy = Pick<D1Database, 'prepare' | 'batch'>

/** Where the statements of one request run, and how new the data was that they saw. */
export interface Reads {
  /**
   * From now on statements run at the nearest copy that is as new as `known` and as this bookmark. It is for requests
   * that write nothing.
   */
  startNear(bookmark?: string): void
  /** From now on every statement runs at the primary. What the request has seen elsewhere no longer counts. */
  startAtPrimary(): void
  /** May the next statement run at a replica? */
  isNear(): boolean
  /**
   * - `write`: the request may write, or it read at the primary what the group commit has written.
   * - `read`: it only reads.
   * - `refused`: the same, and a statement failed near the reader. D1 may have refused a bookmark that came with it.
   */
  kind(): 'write' | 'read' | 'refused'
  /**
   * The group commit has committed what this request asked for. No bookmark of this request knows of that, so the next
   * call of this browser reads at the primary.
   */
  noteCommitElsewhere(): void
  /**
   * The newest state of the database that this request saw or made, for the next call. Null before the first statement,
   * or without sessions.
   */
  bookmark(): string | null
}

/** The form of D1's bookmarks is not documented. Text of another form than this is no bookmark and is left out. */
const BOOKMARK = /^[\w-]{1,128}$/
/** In the place of a bookmark: the first statement runs at the primary. */
const AT_PRIMARY = 'first-primary'

/**
 * Wraps a D1 binding for one request with D1's sessions (docs/decisions/063-reads-near-the-reader.md). At first every
 * statement runs at the primary.
 *
 * - At the primary, each statement and each batch has a session of its own. A session that goes on may read from a
 *   replica. After a guard failed, that replica may lack what the guard saw, and the next try would fail as well.
 * - A statement that fails near the reader runs once more, at the primary, and so do all that follow. So a replica that
 *   is out, or a bookmark that D1 refuses, breaks no request.
 * - A binding without sessions is used as it is.
 * - Statements have `bind`, `all` and `run` alone, which is all that this worker uses.
 * @param known the bookmarks that came with the request
 */
export function nearestD1(d1: D1Database, known: (string | undefined)[] = []): { db: D1Database; reads: Reads } {
  const hasSessions = typeof d1.withSession === 'function'
  let near: ReturnType<D1Database['withSession']> | null = null
  let newest: string | null = null
  let isNewerElsewhere = false
  let kind: ReturnType<Reads['kind']> = 'write'

  const note = (bookmark: string | null) => {
    // Bookmarks sort as text, the oldest first.
    if (bookmark !== null && (newest === null || bookmark > newest)) newest = bookmark
  }
  const startAtPrimary = () => {
    near = null
    newest = null
  }

  async function run<T>(use: (copy: Copy) => Promise<T>): Promise<T> {
    if (!hasSessions) return use(d1)
    const copy = near
    if (copy) {
      try {
        const result = await use(copy)
        if (near === copy) note(copy.getBookmark())
        return result
      } catch (error) {
        // Only the error's name is logged, because the message of a D1 error contains SQL.
        const name = error instanceof Error ? error.name : 'unknown'
        console.warn(JSON.stringify({ event: 'replica.failed', error: name }))
        kind = 'refused'
        if (near === copy) startAtPrimary()
      }
    }
    const primary = d1.withSession(AT_PRIMARY)
    const result = await use(primary)
    note(primary.getBookmark())
    return result
  }

  const statements = new WeakMap<object, (copy: Copy) => D1PreparedStatement>()
  function statement(query: string, values: unknown[]): D1PreparedStatement {
    const on = (copy: Copy) => copy.prepare(query).bind(...values)
    const own = {
      bind: (...next: unknown[]) => statement(query, next),
      all: () => run((copy) => on(copy).all()),
      run: () => run((copy) => on(copy).run()),
    } as D1PreparedStatement
    statements.set(own, on)
    return own
  }

  const db = {
    prepare: (query: string) => statement(query, []),
    batch: <T>(list: D1PreparedStatement[]) =>
      run((copy) => copy.batch<T>(list.map((one) => statements.get(one)?.(copy) ?? one))),
  } as D1Database

  const reads: Reads = {
    startNear: (bookmark) => {
      if (known.includes(AT_PRIMARY)) return
      kind = 'read'
      const bookmarks = [...known, bookmark].filter((one) => one !== undefined && BOOKMARK.test(one))
      near = hasSessions ? d1.withSession(bookmarks.sort().at(-1) ?? 'first-unconstrained') : null
    },
    startAtPrimary,
    isNear: () => near !== null,
    kind: () => kind,
    noteCommitElsewhere: () => {
      isNewerElsewhere = hasSessions
    },
    bookmark: () => (isNewerElsewhere ? AT_PRIMARY : newest),
  }
  return { db, reads }
}
