import { type MouseEvent, useRef, useState } from 'react'
import { applicationCreateSchema, takeOverSchema } from '../../../contract/application.ts'
import { recordError } from '../../../contract/errors.ts'
import { ASKED } from '../../../contract/fields.ts'
import { isFull, isHandOverOpen, isUndrawn } from '../../../contract/places.ts'
import { type AnswerField, type Answers, isAnswer, questionsOf } from '../../../contract/questions/questions.ts'
import { isRegistrationOpen } from '../../../contract/time/dates.ts'
import { answerErrors, answerValues, cleanAnswers } from '../../forms/answers.ts'
import { OtherFields, PersonFields } from '../../forms/application-fields.tsx'
import { AskedFields } from '../../forms/asked-fields.tsx'
import { checkFields } from '../../forms/check-fields.ts'
import { toSentences } from '../../forms/field-errors.ts'
import { HidesNameField } from '../../forms/hides-name-field.tsx'
import { answerLabels } from '../../forms/labels.ts'
import { RestoredNote } from '../../forms/restored-note.tsx'
import { useForm } from '../../forms/use-form.ts'
import { ballotMessage } from '../../marathon/ballot.ts'
import { cancelledMessage } from '../../marathon/registration-window.ts'
import { waitingListOffer } from '../../marathon/waiting-list.ts'
import { rejectionMessage } from '../../status/rejection-message.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { InboxRecord } from '../../store/account-db.ts'
import { sendAgain } from '../../store/handle-unsent.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { readInTime } from '../../store/read-in-time.ts'
import { createApplication } from '../../store/rows/applications.ts'
import { hasPlace } from '../../store/rows/check-in-rules.ts'
import { takeOver } from '../../store/rows/hand-over.ts'
import { readMarathon } from '../../store/rows/marathons.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/registration.js'
import * as takeTexts from '../../texts/compiled/take.js'
import { Button } from '../../ui/button.tsx'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { formatDay } from '../../ui/format/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { StickyActions } from '../../ui/sticky-actions.tsx'
import { ownApplication } from './own-application.ts'

type Values = Record<(typeof ASKED)[number] | 'hidesName' | AnswerField, string>

const EMPTY = Object.fromEntries(ASKED.map((name) => [name, ''])) as Record<(typeof ASKED)[number], string>

/** The verdict is here. Another page may block the storage, and the form must not wait for that. */
const READ_MS = 1000

type ApplyFormProps = {
  marathon: MarathonView
  /** What the form begins with. */
  known: Partial<Values>
  now: number
  /** The offered place that the runner takes over: the entry that has it, and the offer's secret. */
  offered?: { from: string; secret: string }
  /** Runs once the edit is accepted, or waits. After a rejection it does not run, and the form stays. */
  onSaved: (state: 'accepted' | 'waiting') => void
}

/** The state of the form, and what its submit does. `waitingList` and `isBallot` say what an application would be. */
function useApplication({ marathon, known, offered, onSaved }: ApplyFormProps) {
  const { db, author } = useAccount()
  // The rejected application. The next try replaces it.
  const rejected = useRef<InboxRecord | null>(null)
  // The server said that the marathon is full, which this phone may not know yet.
  const [wasFull, setWasFull] = useState(false)
  // The name that the account has registered already, and the one that is another person, as the user says.
  const [taken, setTaken] = useState('')
  const confirmed = useRef('')
  const isBallot = !offered && isUndrawn(marathon)
  const waitingList = !offered && !isBallot && (wasFull || isFull(marathon))
  const questions = questionsOf(marathon)
  const initial: Values = { ...EMPTY, hidesName: 'false', email: author.email, ...answerValues(questions), ...known }

  const fieldsOf = (values: Values) => ({
    ...given({ ...values, ...cleanAnswers(questions, values) }),
    marathonId: marathon._id,
    title: marathon.title,
    startDate: marathon.startDate,
    location: marathon.location,
    image: marathon.image,
    description: marathon.description,
    hidesName: values.hidesName === 'true',
    ...offered,
    ...(waitingList ? { waitingList } : {}),
    ...(confirmed.current !== '' && confirmed.current === nameOf(values) ? { namesake: true } : {}),
  })

  const form = useForm({
    initial,
    draftKey: `${offered ? 'take' : 'apply'}:${marathon._id}`,
    check: (values) => {
      const typed = fieldsOf(values)
      const { errors } = offered
        ? checkFields(takeOverSchema, typed, labels(marathon))
        : checkFields(applicationCreateSchema, typed, labels(marathon))
      return { ...answerErrors(marathon, typed), ...errors }
    },
    save: async (values) => {
      const typed = fieldsOf(values)
      const [fields, queue] = offered
        ? [takeOverSchema.parse(typed), () => takeOver(db, takeOverSchema.parse(typed))]
        : [applicationCreateSchema.parse(typed), () => createApplication(db, applicationCreateSchema.parse(typed))]
      const again = rejected.current && (await sendAgain(db, rejected.current, fields))
      const opIds = again ? [again] : await queue()
      rejected.current = null
      // The app may be closed while it waits for the verdict. A form that came back then would be sent twice.
      await form.clearDraft()
      const outcome = await awaitVerdict(db, opIds)
      if (outcome.kind === 'gone') return { form: texts.discarded() }
      if (outcome.kind === 'rejected') {
        rejected.current = outcome.item
        const { code = 'UNAVAILABLE', op, fields: wrong = {} } = outcome.item
        // The answer that rejected it may have brought the cancellation.
        const latest = await readInTime(() => readMarathon(db, author, marathon._id), READ_MS).catch((error) =>
          recordError(error, null),
        )
        const { message, remedy } = rejectionMessage(code, op, wrong, latest?.cancelled)
        if (remedy === 'namesake') setTaken(nameOf(values))
        if (code === 'FULL') setWasFull(true)
        if (code === 'INVALID') return toSentences(wrong, labels(latest ?? marathon))
        return code === 'ALREADY_APPLIED' ? { firstName: message } : { form: message }
      }
      if (outcome.kind === 'parked') await tellVerdict(outcome, async () => undefined)
      if (outcome.kind !== 'accepted') onSaved('waiting')
      else {
        // The organiser may have changed the mode meanwhile. Without the row, the mode of the form counts. After an
        // application to the waiting list or to a ballot, the next screen shows what became of it.
        const own = await readInTime(() => ownApplication(db, marathon._id, fields), READ_MS).catch(recordError)
        const isRegistered = own ? hasPlace(own) : !waitingList && !isBallot
        if (isRegistered) void successPopUp(texts.registered())
        onSaved('accepted')
      }
      return undefined
    },
  })
  const another = taken !== '' && taken === nameOf(form.values) ? taken : null
  return { form, waitingList, isBallot, another, confirmed }
}

function nameOf({ firstName, lastName }: Pick<typeof EMPTY, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim()
}

/** The form that registers a runner for a marathon. */
export function ApplyForm(props: ApplyFormProps) {
  const { marathon, now, offered } = props
  const { author } = useAccount()
  const { form, waitingList, isBallot, another, confirmed } = useApplication(props)
  const open = offered ? isHandOverOpen(marathon, now) : isRegistrationOpen(marathon, now)
  const sendNamesake = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    confirmed.current = another ?? ''
    currentTarget.form?.requestSubmit()
  }

  return (
    <form noValidate className="grid gap-5" aria-label={texts.formTitle()} {...form.props}>
      {form.restored && <RestoredNote onClear={form.reset} />}
      {/* The screen of an offered place says both above the form. */}
      {!offered && (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={texts.marathonTitle()} readOnly value={marathon.title} />
          <TextField label={texts.startDate()} readOnly value={formatDay(marathon.startDate, marathon.timeZone)} />
        </div>
      )}
      <PersonFields bind={form.bind} required />
      {another && (
        <Notice
          kind="empty"
          size="line"
          title={texts.namesakeQuestion({ name: another })}
          action={
            // No submit button: Enter in a field would press it.
            <Button variant="secondary" pending={form.pending} onClick={sendNamesake}>
              {texts.namesakeYes()}
            </Button>
          }
        >
          {texts.namesakeText({ name: another })}
        </Notice>
      )}
      <OtherFields names={ASKED} bind={form.bind} required />
      <HidesNameField {...form.bind('hidesName')} />
      <AskedFields marathon={marathon} bind={form.bind} signer={author.name} focusWrong={form.focusWrong} />
      <FormError>{form.failure}</FormError>
      <StickyActions>
        <Button type="submit" size="lg" disabled={!open} pending={form.pending} pendingLabel={texts.applying()}>
          {offered
            ? takeTexts.takeOver()
            : waitingList
              ? texts.joinWaitingList()
              : isBallot
                ? texts.enterBallot()
                : texts.apply()}
        </Button>
        {open && isBallot && <p className="text-sm text-ink-soft">{ballotMessage(marathon, now)}</p>}
        {open && waitingList && <p className="text-sm text-ink-soft">{waitingListOffer(marathon)}</p>}
        {!open && (
          <p className="text-sm text-ink-soft max-lg:line-clamp-2">
            {cancelledMessage(marathon) ??
              (offered
                ? takeTexts.over()
                : now < Date.parse(marathon.regStart)
                  ? texts.opens({ day: formatDay(marathon.regStart, marathon.timeZone) })
                  : texts.closed({ day: formatDay(marathon.regEnd, marathon.timeZone) }))}
          </p>
        )}
      </StickyActions>
    </form>
  )
}

/** The names of fields that this form calls differently, and those of the questions. */
const labels = (marathon: MarathonView) => ({
  title: texts.marathonTitle(),
  startDate: texts.startDate(),
  ...answerLabels(marathon),
})

/** The fields without the empty answers. */
function given<Fields extends Answers>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isAnswer(name) || value !== '')) as Fields
}
