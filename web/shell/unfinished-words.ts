import * as checkIn from '../texts/compiled/check-in.js'
import * as entrantTexts from '../texts/compiled/entrant.js'
import * as texts from '../texts/compiled/layout.js'
import * as account from '../texts/compiled/my-account.js'
import * as applications from '../texts/compiled/my-applications.js'
import * as organise from '../texts/compiled/organise.js'
import * as overview from '../texts/compiled/overview.js'
import * as publish from '../texts/compiled/publish.js'
import * as registration from '../texts/compiled/registration.js'
import * as sources from '../texts/compiled/sources.js'
import * as take from '../texts/compiled/take.js'
import * as unsent from '../texts/compiled/unsent.js'
import { listOf } from '../texts/list.ts'
import type { UnfinishedForm } from './unfinished-forms.ts'

const NAMES: Record<UnfinishedForm['form'], () => string> = {
  'add-marathon': organise.addMarathon,
  apply: registration.formTitle,
  'cancel-marathon': organise.cancelEvent,
  'correct-entrant': entrantTexts.correctIt,
  'correct-name': entrantTexts.correctIt,
  'correct-results': publish.correct,
  'edit-again': unsent.editAndSend,
  'edit-application': applications.editTitle,
  'edit-marathon': overview.editEvent,
  notice: organise.writeNotice,
  profile: account.profile,
  sheet: sources.typeIn,
  take: take.takeOver,
  'update-marathon': organise.updateMarathon,
  'walk-in': checkIn.walkIn,
  'withdraw-entrant': entrantTexts.withdrawIt,
}

/** 'An unfinished form: Update Marathon (Harbour Ten). …' */
export function unfinishedWords(forms: readonly UnfinishedForm[]): string {
  const names = forms.map(({ form, title }) => (title ? `${NAMES[form]()} (${title})` : NAMES[form]()))
  return texts.unfinishedForms({ count: forms.length, forms: listOf(names) })
}
