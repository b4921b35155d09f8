import { useState } from 'react'
import { useAccount } from '../store/account-context.tsx'
import type { AccountDb } from '../store/account-db.ts'
import { awaitVerdict } from '../store/verdict.ts'
import * as texts from '../texts/compiled/sync.js'
import { confirmPopUp, successPopUp } from '../ui/dialogs/pop-up.ts'
import { tellVerdict } from './tell-verdict.ts'
import { withStorageMessage } from './with-storage-message.ts'

interface EditTexts<Row> {
  /** The question before the edit; null makes it at once. */
  question: string | null
  /** What the edit does; it may have lines. */
  warning: string | ((row: Row) => string)
  /** The button that says yes. */
  confirm: string
  /** The heading of the success. */
  heading: string
  done: string
  /** The heading where the phone could not store the edit. */
  failed: string
}

type DeleteTexts<Row> = Pick<EditTexts<Row>, 'question' | 'warning' | 'done'> & Partial<EditTexts<Row>>

/**
 * Asks the user, unless the texts have no question, queues the deletion, and shows its outcome.
 * @param queue queues the deletion; returns its op ids
 * @returns `deleting`: the id of the row that is being deleted, or null
 */
export function useDelete<Row extends { _id: string }>(
  queue: (db: AccountDb, id: string) => Promise<string[]>,
  words: DeleteTexts<Row>,
) {
  const { edit, editing } = useAskedEdit((db, { _id }: Row) => queue(db, _id), {
    confirm: texts.deleteConfirm(),
    heading: texts.deleted(),
    failed: texts.notDeleted(),
    ...words,
  })
  return { remove: edit, deleting: editing }
}

/**
 * Asks the user, unless the texts have no question, queues the edit, and shows its outcome.
 * @param queue queues the edit of a row; returns its op ids
 * @returns `editing`: the id of the row that is being edited, or null
 */
export function useAskedEdit<Row extends { _id: string }>(
  queue: (db: AccountDb, row: Row) => Promise<string[]>,
  { question, warning, confirm, heading, done, failed }: EditTexts<Row>,
) {
  const { db } = useAccount()
  const [editing, setEditing] = useState<string | null>(null)
  const edit = async (row: Row) => {
    const text = typeof warning === 'string' ? warning : warning(row)
    const isSure = !question || (await confirmPopUp({ title: question, text, confirm }))
    if (!isSure) return
    setEditing(row._id)
    const send = async () => {
      const outcome = await awaitVerdict(db, await queue(db, row))
      await tellVerdict(outcome, () => successPopUp(heading, done))
    }
    await withStorageMessage(send, failed).finally(() => setEditing(null))
  }
  return { edit, editing }
}
