import { useState } from 'react'
import { useAccount } from '../../data/account-context.tsx'
import type { AccountDb } from '../../data/account-db.ts'
import { StorageFailure } from '../../data/outbox.ts'
import { awaitVerdict } from '../../data/verdict.ts'
import { confirmPopUp, infoPopUp, successPopUp } from '../../ui/pop-up.ts'
import { tellVerdict } from './tell-verdict.ts'

interface DeleteTexts {
  /** The question before the deletion; null deletes at once. */
  question: string | null
  warning: string
  /** The heading of the success. */
  heading?: string
  done: string
}

/**
 * Asks the user, unless the texts have no question, queues the deletion, and shows its outcome.
 * @param queue queues the deletion; returns its op ids
 * @returns `deleting`: the id of the row that is being deleted, or null
 */
export function useDelete(queue: (db: AccountDb, id: string) => Promise<string[]>, texts: DeleteTexts) {
  const { db } = useAccount()
  const [deleting, setDeleting] = useState<string | null>(null)
  const remove = async ({ _id: id }: { _id: string }) => {
    const { question, warning, heading = 'Deleted!', done } = texts
    const isSure = !question || (await confirmPopUp({ title: question, text: warning, confirm: 'Yes, delete it!' }))
    if (!isSure) return
    setDeleting(id)
    try {
      const outcome = await awaitVerdict(db, await queue(db, id))
      await tellVerdict(outcome, () => successPopUp(heading, done))
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      await infoPopUp('Not deleted', error.message, 'warning')
    } finally {
      setDeleting(null)
    }
  }
  return { remove, deleting }
}
