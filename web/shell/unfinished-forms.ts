import type { AccountDb } from '../store/account-db.ts'

/** The forms that keep a draft, as the keys of their drafts begin. */
const FORMS = [
  'add-marathon',
  'apply',
  'cancel-marathon',
  'correct-entrant',
  'correct-name',
  'edit-again',
  'edit-application',
  'edit-marathon',
  'notice',
  'take',
  'update-marathon',
  'walk-in',
  'withdraw-entrant',
] as const

/** A form that the user has begun and not sent. `title`: of its marathon; '' where it has none. */
export interface UnfinishedForm {
  form: (typeof FORMS)[number]
  title: string
}

/** Reads which forms are unfinished on this phone. Other drafts are settings, such as the name of a gate. */
export function readUnfinishedForms(db: AccountDb): Promise<UnfinishedForm[]> {
  return db.transaction('r', db.drafts, db.marathons, db.applications, db.inbox, async () => {
    const drafts = (await db.drafts.toCollection().primaryKeys()).flatMap((key) => {
      const [start = '', id = ''] = String(key).split(':')
      const form = FORMS.find((one) => one === start)
      return form ? [{ form, id }] : []
    })
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
