import { MAX_PULL_PAGE_ROWS, MIN_PULL_PAGE_ROWS } from '../../contract/limits.ts'
import type { PullFrom, SyncResponse } from '../../contract/sync.ts'
import { NoResponse } from '../calls/call-api.ts'

/** Most rows in the first page of a pass. */
export const FIRST_PAGE_ROWS = 500
/** A line on which the first page begins in this time is taken for good until the page has arrived. */
const GOOD_HEAD_MS = 1000
/** A line that brings a page in this time is good. */
const GOOD_PAGE_MS = 5000
/** A page that takes longer than this is followed by one with fewer rows. A request ends after 30 seconds. */
const LONG_PAGE_MS = 10_000

/**
 * Asks for one page.
 * @param signal cancels the request
 * @param onNext called with where the next page begins, as soon as the server names it
 */
type AskPage<R> = (
  from: PullFrom,
  pageRows: number,
  signal: AbortSignal,
  onNext: (from: PullFrom) => void,
) => Promise<R>

interface Page<R> extends PullFrom {
  response: Promise<R>
  /** Where the next page begins, when the server has named it. */
  next?: PullFrom
  /** The next page, when it was asked for. */
  following?: Page<R>
  rows: number
  /** Whether all pages before this one have arrived. */
  isFirst: boolean
  stop: AbortController
}

/**
 * The pages of a pull, asked for before they are needed, so that the line is not idle while a page is written, nor for
 * the round trip before each page.
 *
 * - When a page has arrived, the next one is asked for. On a good line that happens as soon as the page begins to
 *   arrive, because its head names the next cursor. On a weak line, two pages at once would only be late both.
 * - So at most two pages are on their way while one is written, however many there are.
 * - The rows of a page follow what the line carries. The first page of a pass is small, so that the first rows are soon
 *   on the screen, and on a good line each page has twice the rows of the one before. After a page that took long, the
 *   next one has as many rows as would have come in 10 seconds; after one that did not come in time, half as many; never
 *   fewer than 20.
 */
export class PagesAhead<R extends SyncResponse> {
  readonly #askPage: AskPage<R>
  readonly #now: () => number
  /** Unknown until the first page begins. */
  #isGoodLine: boolean | undefined
  #nextRows: number
  #first: Page<R> | undefined

  /**
   * @param now the phone's clock, ms
   * @param firstRows `firstRows` of the last pass
   */
  constructor(askPage: AskPage<R>, now: () => number, firstRows = FIRST_PAGE_ROWS) {
    this.#askPage = askPage
    this.#now = now
    this.#nextRows = firstRows
  }

  /** How many rows a first page may have on this line. */
  get firstRows(): number {
    return Math.min(this.#nextRows, FIRST_PAGE_ROWS)
  }

  /** A response with so many rows did not come in time. */
  tookTooLong(rows: number): void {
    this.#nextRows = Math.max(MIN_PULL_PAGE_ROWS, Math.floor(rows / 2))
  }

  /**
   * The page from there on: the one that was asked for, or else a new request.
   * @throws the errors of `askPage`
   */
  async take(from: PullFrom): Promise<R> {
    if (this.#first?.cursor !== from.cursor) this.drop()
    const page = this.#first ?? this.#ask(from)
    this.#setFirst(page)
    const response = await page.response
    if (response.more && !response.halted) page.following ??= this.#ask(response)
    this.#setFirst(page.following)
    return response
  }

  /** Cancels the requests whose pages were not taken. */
  drop(): void {
    for (let page = this.#first; page; page = page.following) page.stop.abort()
    this.#first = undefined
  }

  #setFirst(page: Page<R> | undefined) {
    this.#first = page
    if (!page) return
    page.isFirst = true
    this.#askFollowing(page)
  }

  #ask(from: PullFrom): Page<R> {
    const askedAt = this.#now()
    const stop = new AbortController()
    const onNext = (next: PullFrom) => {
      page.next = next
      this.#isGoodLine ??= this.#now() - askedAt <= GOOD_HEAD_MS
      this.#askFollowing(page)
    }
    const rows = this.#nextRows
    const response = this.#askPage(from, rows, stop.signal, onNext)
    const page: Page<R> = { cursor: from.cursor, bookmark: from.bookmark, response, rows, isFirst: false, stop }
    // Nobody awaits this page if an edit or another cursor comes first, so its rejection is handled here.
    response.then(
      ({ more }) => this.#learn(rows, this.#now() - askedAt, more),
      (error: unknown) => error instanceof NoResponse && error.reason === 'slow' && this.tookTooLong(rows),
    )
    return page
  }

  /** @param isFull whether there were more rows than these. Only such a page tells how many the line carries */
  #learn(rows: number, ms: number, isFull: boolean) {
    this.#isGoodLine = ms <= GOOD_PAGE_MS
    if (!isFull) return
    if (this.#isGoodLine) this.#nextRows = Math.min(MAX_PULL_PAGE_ROWS, Math.max(this.#nextRows, 2 * rows))
    else {
      const carried = Math.floor((rows * LONG_PAGE_MS) / ms)
      this.#nextRows = Math.max(MIN_PULL_PAGE_ROWS, Math.min(rows, carried))
    }
  }

  #askFollowing(page: Page<R>) {
    if (!page.isFirst || page.next === undefined || !this.#isGoodLine || page.following) return
    this.#nextRows = Math.min(MAX_PULL_PAGE_ROWS, 2 * page.rows)
    page.following = this.#ask(page.next)
  }
}
