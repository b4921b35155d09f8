import { useState } from 'react'
import { useAccount } from '../../data/account-context.tsx'
import { deleteApplication } from '../../data/applications.ts'
import { StorageFailure } from '../../data/outbox.ts'
import { awaitVerdict } from '../../data/verdict.ts'
import { tellVerdict } from '../../shared/sync/tell-verdict.ts'
import { confirmPopUp, infoPopUp, successPopUp } from '../../ui/pop-up.ts'

/** Asks, deletes, and tells what became of it. */
export function useDeleteApplication() {
  const { db } = useAccount()
  const [deleting, setDeleting] = useState<string | null>(null)
  const remove = async ({ _id: id }: { _id: string }) => {
    const sure = await confirmPopUp({
      title: 'Are You Sure Want To Delete?',
      text: 'The Application Will Delete Parmanently.',
      confirm: 'Yes, delete it!',
    })
    if (!sure) return
    setDeleting(id)
    try {
      const outcome = await awaitVerdict(db, await deleteApplication(db, id))
      await tellVerdict(outcome, () => successPopUp('Deleted!', 'The Application Has Been Deleted!.'))
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      await infoPopUp('Not deleted', error.message, 'warning')
    } finally {
      setDeleting(null)
    }
  }
  return { remove, deleting }
}
