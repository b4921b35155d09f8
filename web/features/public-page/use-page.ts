import { useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import type { PublicPage } from '../../../contract/marathon.ts'
import type { LoadProblem } from '../../calls/load-problem.ts'
import { keptPages } from '../../marathon/public-page.ts'
import { type Answer, askPage, type Opened, readKept } from './open-page.ts'

/** A public page as its screen shows it. */
export type ShownPage =
  | { state: 'loading' | 'missing' }
  /** `savedAt` is when this phone saved its copy; null for what the server has just said. */
  | { state: 'here'; page: PublicPage; savedAt: number | null; problem: LoadProblem | null; retry: () => void }
  | { state: LoadProblem; retry: () => void }

/** The public page of a marathon, live: it is asked for again when the network or the user is back. */
export function usePage(id: string, opened: Opened): ShownPage {
  const [answer, setAnswer] = useState(opened.answer)
  const [kept, setKept] = useState(opened.kept)
  // What the server said stays when a later request fails.
  const hear = (next: Answer) => setAnswer((last) => (isFailure(next) && last && !isFailure(last) ? last : next))
  const retry = () => void askPage(id).then(hear)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page mounts the screen anew (web/routes/e/$id.tsx)
  useEffect(() => {
    let hasLeft = false
    void opened.asked.then((next) => !hasLeft && hear(next))
    if (opened.kept === undefined) void readKept(id).then((read) => !hasLeft && setKept(read))
    const again = () => document.visibilityState === 'visible' && retry()
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      hasLeft = true
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [])
  useEffect(() => {
    if (answer === undefined || isFailure(answer)) return
    keptPages()
      .then(({ keepPage, forgetPage }) => (answer ? keepPage(answer, Date.now()) : forgetPage(id)))
      .catch(recordError)
  }, [answer, id])

  if (answer === null) return { state: 'missing' }
  if (answer && !isFailure(answer)) return { state: 'here', page: answer, savedAt: null, problem: null, retry }
  if (kept) return { state: 'here', page: kept.page, savedAt: kept.savedAt, problem: answer?.problem ?? null, retry }
  return answer && kept === null ? { state: answer.problem, retry } : { state: 'loading' }
}

function isFailure(answer: Answer | undefined): answer is { problem: LoadProblem } {
  return Boolean(answer && 'problem' in answer)
}
