import { useState } from 'react'
import { useAccount } from '../../data/account-context.tsx'
import type { AccountDb } from '../../data/account-db.ts'
import { StorageFailure } from '../../data/outbox.ts'
import { awaitVerdict } from '../../data/verdict.ts'
import { confirmPopUp, infoPopUp, successPopUp } from '../../ui/pop-up.ts'
import { tellVerdict } from './tell-verdict.ts'

interface DeleteTexts {
  question: string
  warning: string
  done: string
}

/**
 * Asks the user, queues the deletion, and shows its outcome.
 * @param queue queues the deletion; returns its op ids
 * @returns `deleting`: the id of the row that is being deleted, or null
 */
export function useDelete(queue: (db: AccountDb, id: string) => Promise<string[]>, texts: DeleteTexts) {
  const { db } = useAccount()
  const [deleting, setDeleting] = useState<string | null>(null)
  const remove = async ({ _id: id }: { _id: string }) => {
    const isSure = await confirmPopUp({ title: texts.question, text: texts.warning, confirm: 'Yes, delete it!' })
    if (!isSure) return
    setDeleting(id)
    try {
      const outcome = await awaitVerdict(db, await queue(db, id))
      await tellVerdict(outcome, () => successPopUp('Deleted!', texts.done))
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      await infoPopUp('Not deleted', error.message, 'warning')
    } finally {
      setDeleting(null)
    }
  }
  return { remove, deleting }
}
