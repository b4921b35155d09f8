import type { AccountDb } from '../store/account-db.ts'
import { type DraftForm, unfinishedForms } from '../store/drafts.ts'

/** A form that the user has begun and not sent. `title`: of its marathon; '' where it has none. */
export interface UnfinishedForm {
  form: DraftForm
  title: string
}

/** Reads which forms are unfinished on this phone. */
export function readUnfinishedForms(db: AccountDb): Promise<UnfinishedForm[]> {
  return db.transaction('r', db.drafts, db.marathons, db.applications, db.inbox, async () => {
    const drafts = await unfinishedForms(db)
    const ids = drafts.map(({ id }) => id)
    const [marathons, applications, items] = await Promise.all([
      db.marathons.bulkGet(ids),
      db.applications.bulkGet(ids),
      db.inbox.bulkGet(ids),
    ])
    return drafts.map(({ form }, index) => ({
      form,
      title: String(marathons[index]?.title ?? applications[index]?.title ?? items[index]?.was?.title ?? ''),
    }))
  })
}
