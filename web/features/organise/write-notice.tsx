import { useRef } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { noticeCreateSchema } from '../../../contract/notice.ts'
import { lengthOf, normaliseText } from '../../../contract/text/plain-text.ts'
import { checkFields } from '../../forms/check-fields.ts'
import { RestoredNote } from '../../forms/restored-note.tsx'
import { useForm } from '../../forms/use-form.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { writeNotice } from '../../store/rows/notices.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/organise.js'
import * as mailTexts from '../../texts/compiled/own-mail.js'
import { Button } from '../../ui/button.tsx'
import { confirmPopUp, successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextArea } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Rich } from '../../ui/rich.tsx'
import { mailReachMessage, useMailReach } from './mail-reach.ts'
import { reachMessage } from './reach-message.ts'

const YES = 'yes'

/**
 * The form in which an organiser writes a notice to everybody, and who reads it. It has a button for an urgent one. It
 * asks before it sends that, or one by mail: nobody can take back a push on locked phones, or a mail.
 */
export function WriteNotice({ marathon }: { marathon: MarathonView }) {
  const { db } = useAccount()
  const marathonId = marathon._id
  const mail = useMailReach(marathonId)
  const mayMail = mail.isOffered && mail.reach?.left !== 0
  const isUrgent = useRef(false)
  const fieldsOf = ({ text, byMail }: { text: string; byMail: string }) => {
    const isMailed = byMail === YES && mayMail
    return { marathonId, text: normaliseText(text), urgent: isUrgent.current, ...(isMailed ? { mail: true } : {}) }
  }
  const form = useForm({
    initial: { text: '', byMail: '' },
    draftKey: `notice:${marathonId}`,
    check: (values) =>
      checkFields(noticeCreateSchema, { ...fieldsOf(values), at: new Date().toISOString() }).errors ?? {},
    save: async (values) => {
      const fields = fieldsOf(values)
      const question = {
        title: fields.urgent ? texts.sendUrgentQuestion() : mailTexts.sendMailQuestion(),
        text: fields.mail ? `${reachMessage(marathon)} ${mailReachMessage(mail)}` : reachMessage(marathon),
        confirm: texts.sendYes(),
      }
      // The text stays in the form.
      if ((fields.urgent || fields.mail) && !(await confirmPopUp(question))) return {}
      const opIds = await writeNotice(db, fields)
      if (fields.mail) mail.noteSent()
      await form.reset()
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp(texts.noticeSent(), texts.noticeSentText()))
      return undefined
    },
  })
  const length = lengthOf(normaliseText(form.values.text))
  return (
    <form noValidate className="grid gap-4" aria-label={texts.writeNotice()} {...form.props}>
      {form.restored && <RestoredNote onClear={form.reset} />}
      <TextArea
        label={texts.notice()}
        required
        rows={4}
        hint={
          <Rich
            text={texts.noticeHint({ length, most: MAX_LENGTH.notice })}
            tags={{
              count: (children) => (
                <span className={`numeral ${length > MAX_LENGTH.notice ? 'font-semibold text-danger' : ''}`}>
                  {children}
                </span>
              ),
            }}
          />
        }
        {...form.bind('text')}
      />
      <p className="text-sm text-ink-soft">{reachMessage(marathon)}</p>
      {mail.hasPlace && (
        <div className={mail.isOffered ? 'grid gap-1' : 'invisible grid gap-1'}>
          <label className="flex min-h-11 items-center gap-3 font-semibold has-disabled:text-ink-soft">
            <input
              type="checkbox"
              className="size-5 accent-action"
              disabled={!mayMail}
              checked={form.values.byMail === YES && mayMail}
              onChange={(event) => form.set('byMail', event.target.checked ? YES : '')}
            />
            {mailTexts.byMail()}
          </label>
          <p className="min-h-10 text-sm text-ink-soft">{mailReachMessage(mail)}</p>
        </div>
      )}
      <FormError>{form.failure}</FormError>
      <div className="grid gap-2">
        <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
          <Button
            type="submit"
            pending={form.pending && !isUrgent.current}
            pendingLabel={texts.sending()}
            onClick={() => {
              isUrgent.current = false
            }}
          >
            {texts.sendNotice()}
          </Button>
          <Button
            type="submit"
            variant="secondary"
            pending={form.pending && isUrgent.current}
            pendingLabel={texts.sending()}
            onClick={() => {
              isUrgent.current = true
            }}
          >
            {texts.sendUrgent()}
          </Button>
        </div>
        <p className="text-sm text-ink-soft">{texts.urgentHint()}</p>
      </div>
    </form>
  )
}
