import { type AccountData, type AccountPart, accountDataSchema, noAccountData } from '../../../contract/account-data.ts'
import { Problem } from '../../../contract/problem.ts'
import { callApi } from '../../calls/call-api.ts'

type Query = { part: AccountPart; after: number }

/**
 * Fetches all that the server keeps of an account, page by page. Where the server asks for a pause, it waits.
 * @param tell is called with the number of rows so far
 * @param call makes a call; tests and `withSession` pass their own
 * @param signal ends it, also while it waits
 * @throws Problem, WRONG_ACCOUNT if another account has logged in meanwhile; NoResponse
 */
export async function collectData(
  uid: string,
  tell: (rows: number) => void,
  call: <T>(run: () => Promise<T>) => Promise<T> = (run) => run(),
  signal?: AbortSignal,
): Promise<AccountData> {
  const data = noAccountData()
  let rows = 0
  let next: Query | null = { part: 'account', after: 0 }
  while (next) {
    const page = await afterPauses(() => call(() => fetchPage(next as Query, signal)), signal)
    signal?.throwIfAborted()
    if (page.uid !== uid) throw new Problem('WRONG_ACCOUNT', 'Another account has logged in.')
    for (const [part, found] of Object.entries(page.parts)) {
      data[part as AccountPart].push(...found)
      rows += found.length
    }
    tell(rows)
    next = page.next
  }
  return data
}

function fetchPage({ part, after }: Query, signal?: AbortSignal) {
  return callApi(`/api/account/data?part=${part}&after=${after}`, (body) => accountDataSchema.parse(body), { signal })
}

async function afterPauses<T>(fetchOnce: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await fetchOnce()
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'RATE_LIMITED') throw error
      await new Promise<void>((resolve) => {
        setTimeout(resolve, (error.retryAfterSeconds ?? 60) * 1000)
        signal?.addEventListener('abort', () => resolve())
      })
      signal?.throwIfAborted()
    }
  }
}
