import { MAX_PULL_PAGE_ROWS } from '../../contract/limits.ts'
import type { PullFrom, ReceivedResponse } from '../../contract/sync.ts'

/** Most rows in the first page of a pass. */
const FIRST_PAGE_ROWS = 500
/** A line on which the first page begins in this time is taken for good until the page has arrived. */
const GOOD_HEAD_MS = 1000
/** A line that brings a page in this time is good. */
const GOOD_PAGE_MS = 5000

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
 * - The first page of a pass is small, and each page on a good line has twice the rows of the one before. So the first
 *   rows are soon on the screen, and where a large page does not arrive in time, the next pass begins with a small one.
 */
export class PagesAhead<R extends ReceivedResponse> {
  readonly #askPage: AskPage<R>
  readonly #now: () => number
  /** Unknown until the first page begins. */
  #isGoodLine: boolean | undefined
  #nextRows = FIRST_PAGE_ROWS
  #first: Page<R> | undefined

  /** @param now the phone's clock, ms */
  constructor(askPage: AskPage<R>, now: () => number) {
    this.#askPage = askPage
    this.#now = now
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
    if (response.more && !response.halted) page.following ??= this.#askAfter(page, response)
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
    const response = this.#askPage(from, this.#nextRows, stop.signal, onNext)
    this.#nextRows = Math.min(2 * this.#nextRows, MAX_PULL_PAGE_ROWS)
    const page: Page<R> = { cursor: from.cursor, bookmark: from.bookmark, response, isFirst: false, stop }
    // Nobody awaits this page if an edit or another cursor comes first, so its rejection is handled here.
    response.then(
      () => {
        this.#isGoodLine = this.#now() - askedAt <= GOOD_PAGE_MS
        if (!this.#isGoodLine) this.#nextRows = FIRST_PAGE_ROWS
      },
      () => undefined,
    )
    return page
  }

  /** Asks for the page after this one. A server that names no bookmark is an older one, and the known one stays. */
  #askAfter(page: Page<R>, { cursor, bookmark = page.bookmark }: PullFrom): Page<R> {
    return this.#ask({ cursor, bookmark })
  }

  #askFollowing(page: Page<R>) {
    if (page.isFirst && page.next !== undefined && this.#isGoodLine) page.following ??= this.#askAfter(page, page.next)
  }
}
