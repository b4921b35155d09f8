import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { DEFAULT_PER_ACCOUNT } from '../../../contract/limits.ts'
import { DistanceField } from '../../forms/distance-field.tsx'
import { toSentences } from '../../forms/field-errors.ts'
import { AskedParts } from '../../forms/questions/asked-parts.tsx'
import { RestoredNote } from '../../forms/restored-note.tsx'
import { TimeZoneField } from '../../forms/time-zone-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { InboxRecord } from '../../store/account-db.ts'
import { sendAgain } from '../../store/handle-unsent.ts'
import { newRowId } from '../../store/new-id.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { createMarathon } from '../../store/rows/marathons.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/organise.js'
import * as overview from '../../texts/compiled/overview.js'
import { Button } from '../../ui/button.tsx'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { formatDayTime, formatWeekday, readerTimeZone } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { pictureSize } from '../../ui/pictures/picture-size.ts'
import { StickyActions } from '../../ui/sticky-actions.tsx'
import { DayField } from './day-field.tsx'
import { EventPicture } from './event-picture.tsx'
import { checkMarathon, clockWarnings, type MarathonValues, marathonInstants, orderWarnings } from './marathon-rules.ts'
import { MoreSettings } from './more-settings.tsx'
import { oneYearLater } from './one-year-later.ts'
import { OrderWarnings } from './order-warnings.tsx'

const EMPTY: MarathonValues = {
  title: '',
  location: '',
  description: '',
  image: '',
  distance: '',
  timeZone: readerTimeZone(),
  regStart: '',
  regEnd: '',
  startDate: '',
  startTime: '08:00',
  capacity: '',
  perAccount: String(DEFAULT_PER_ACCOUNT),
  questions: '',
  staffFields: '',
  categories: '',
  splits: '',
  organisedBy: '',
  registration: 'first-come',
  handOverUntil: '',
  deferTo: '',
}

/** The state of the form for a new marathon, and what its submit does. @param copy as for `AddMarathonForm` */
function useNewMarathon(copy: MarathonView | null | undefined) {
  const { db } = useAccount()
  const navigate = useNavigate()
  const rejected = useRef<InboxRecord | null>(null)
  const form = useForm<MarathonValues>({
    initial: copy ? oneYearLater(copy) : EMPTY,
    draftKey: copy ? `add-marathon:${copy._id}` : 'add-marathon',
    check: (values) => checkMarathon(values, copy ?? undefined).errors ?? {},
    save: async (values) => {
      const { data: typed } = checkMarathon(values, copy ?? undefined)
      if (!typed) return undefined
      const data = { ...typed, imageSize: await pictureSize(typed.image) }
      // A marathon that the server rejected is sent again from its inbox item, so that no second item remains.
      const again = rejected.current && (await sendAgain(db, rejected.current, data))
      if (rejected.current && !again) {
        // The other window may have sent it, and then it would be there twice.
        rejected.current = null
        return { form: texts.handledElsewhere() }
      }
      const id = newRowId(db)
      const opIds = again ? [again] : await createMarathon(db, data, id)
      rejected.current = null
      // The app may be closed while it waits for the verdict. A form that came back then would be sent twice.
      await form.clearDraft()
      const outcome = await awaitVerdict(db, opIds)
      if (outcome.kind === 'rejected' && outcome.item.code === 'INVALID') {
        rejected.current = outcome.item
        return toSentences(outcome.item.fields ?? {})
      }
      // Who has left the screen meanwhile stays where they are, and a form that they began there stays too.
      if (form.isShown()) {
        await form.reset()
        if (copy) await navigate({ to: '/dashboard/myMarathons' })
        // The empty form is seen from its beginning.
        else scrollTo({ top: 0 })
      }
      const open = () => navigate({ to: '/dashboard/myMarathons/$id', params: { id } })
      // What is sent again has an id that is not known here.
      const next = again ? undefined : { label: overview.openEvent(), go: () => void open() }
      void tellVerdict(outcome, () => successPopUp(texts.added(), '', next), next)
      return undefined
    },
  })
  return form
}

/**
 * The form for a new marathon.
 * @param copy the marathon of which this is the duplicate, one year later. It has a draft of its own, so that an
 *   unfinished marathon stays
 */
export function AddMarathonForm({ copy }: { copy?: MarathonView | null }) {
  const { author } = useAccount()
  const now = useNow()
  const form = useNewMarathon(copy)
  const { values, bind } = form
  const instants = marathonInstants(values)

  return (
    <form noValidate className="grid max-w-3xl gap-5" aria-label={texts.addMarathon()} {...form.props}>
      {copy && (
        <p className="rounded-md border-s-4 border-edge bg-surface px-4 py-3">{texts.copyOf({ title: copy.title })}</p>
      )}
      {form.restored && <RestoredNote onClear={form.reset} />}
      <TextField label={texts.title()} required autoComplete="off" {...bind('title')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={texts.location()} required autoComplete="off" {...bind('location')} />
        <DistanceField {...bind('distance')} />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DayField label={texts.marathonStart()} name="startDate" form={form} />
        <TextField label={texts.startTime()} type="time" required {...bind('startTime')} />
        <TimeZoneField {...bind('timeZone')} />
        {instants.startDate && (
          <p className="self-end text-sm text-ink-soft">
            {texts.startsAt({
              weekday: formatWeekday(instants.startDate, values.timeZone),
              dayTime: formatDayTime(instants.startDate, values.timeZone),
            })}
          </p>
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <DayField label={texts.registrationStart()} name="regStart" form={form} />
        <DayField label={texts.registrationEnd()} name="regEnd" form={form} />
        <TextField
          label={texts.capacity()}
          required={values.registration === 'ballot'}
          inputMode="numeric"
          autoComplete="off"
          hint={values.registration === 'ballot' ? texts.placesDrawnHint() : texts.placesHint()}
          {...bind('capacity')}
        />
      </div>
      <OrderWarnings warnings={[...clockWarnings(values, values.timeZone), ...orderWarnings(instants, now)]} />
      <TextArea label={texts.description()} required rows={5} {...bind('description')} />
      <EventPicture {...bind('image')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={texts.creatorName()} readOnly value={author.name} />
        <TextField label={texts.email()} type="email" readOnly value={author.email} />
      </div>
      <AskedParts form={form} {...(copy && { before: copy })} day={values.startDate}>
        <MoreSettings form={form} startDate={instants.startDate} />
      </AskedParts>
      <FormError>{form.failure}</FormError>
      <StickyActions>
        <Button type="submit" size="lg" pending={form.pending} pendingLabel={texts.adding()}>
          {texts.addMarathon()}
        </Button>
      </StickyActions>
    </form>
  )
}
