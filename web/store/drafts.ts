import { recordError } from '../../contract/errors.ts'
import type { AccountDb, DraftRecord } from './account-db.ts'
import { inTime } from './in-time.ts'
import { SAVE_TIMEOUT_MS } from './outbox.ts'
import { readInTime } from './read-in-time.ts'

/** The forms that keep what is typed, as the keys of their drafts begin. Behind it come `:` and what the form is about. */
export const DRAFT_FORMS = [
  'add-marathon',
  'apply',
  'cancel-marathon',
  'correct-entrant',
  'correct-name',
  'correct-results',
  'edit-again',
  'edit-application',
  'edit-marathon',
  'notice',
  'profile',
  'sheet',
  'take',
  'update-marathon',
  'walk-in',
  'withdraw-entrant',
] as const
export type DraftForm = (typeof DRAFT_FORMS)[number]
export type DraftKey = DraftForm | `${DraftForm}:${string}`

/**
 * Waits until a draft is written, but not longer than a save may take. It ignores a failure. A form waits for this
 * after its edit is saved.
 */
async function tried(write: PromiseLike<unknown>): Promise<void> {
  await inTime(write, SAVE_TIMEOUT_MS, undefined).catch(recordError)
}

/** Stores an unfinished form on this phone. It ignores a failure, so that the user is not interrupted while typing. */
export async function saveDraft(db: AccountDb, key: string, values: DraftRecord['values']): Promise<void> {
  await tried(db.drafts.put({ key, values, at: Date.now() }))
}

/** Changes some values of what is stored, and leaves the others. It ignores a failure. */
export async function changeDraft(db: AccountDb, key: string, change: DraftRecord['values']): Promise<void> {
  const write = async () => {
    const values = (await db.drafts.get(key))?.values
    await db.drafts.put({ key, values: { ...values, ...change }, at: Date.now() })
  }
  await tried(db.transaction('rw', db.drafts, write))
}

/**
 * Reads the unfinished form; null if there is none.
 * @throws Error if it cannot be read. A form that took that for none would overwrite it
 */
export async function readDraft(db: AccountDb, key: string): Promise<DraftRecord['values'] | null> {
  return (await readInTime(() => db.drafts.get(key)))?.values ?? null
}

/**
 * The forms that are unfinished. Other drafts are settings, and a sheet of times that is saved stays until the next. What
 * another window has sent again is finished, though its form may still be open here.
 */
export async function unfinishedForms(db: AccountDb): Promise<{ form: DraftForm; id: string }[]> {
  const handled = await handledDrafts(db)
  return (await db.drafts.toArray()).flatMap(({ key, values }) => {
    if (values.isSaved === true || handled.includes(key)) return []
    const [start = '', id = ''] = key.split(':')
    const form = DRAFT_FORMS.find((one) => one === start)
    return form ? [{ form, id }] : []
  })
}

/** The drafts of forms 'Edit and send again' whose rejected edit is gone. */
export async function handledDrafts(db: AccountDb): Promise<string[]> {
  const keys = await db.drafts.where('key').startsWith('edit-again:').primaryKeys()
  const items = await db.inbox.bulkGet(keys.map((key) => key.slice('edit-again:'.length)))
  return keys.filter((_, index) => items[index] === undefined)
}

/** Deletes the unfinished form. It ignores a failure. */
export async function clearDraft(db: AccountDb, key: string): Promise<void> {
  await tried(db.drafts.delete(key))
}
