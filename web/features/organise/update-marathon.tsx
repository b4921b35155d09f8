import { Link } from '@tanstack/react-router'
import { shownZone } from '../../../contract/time/zone-name.ts'
import { DistanceField } from '../../forms/distance-field.tsx'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { AskedParts } from '../../forms/questions/asked-parts.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { updateMarathon } from '../../store/rows/marathons.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/organise.js'
import * as overview from '../../texts/compiled/overview.js'
import { DateField } from '../../ui/dates/date-field.tsx'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { formatDayTime, formatWeekday } from '../../ui/format/format.ts'
import { pictureSize } from '../../ui/pictures/picture-size.ts'
import { DayField } from './day-field.tsx'
import { EventPicture } from './event-picture.tsx'
import {
  checkEdit,
  clockWarnings,
  type EditValues,
  editValues,
  orderWarnings,
  typedStart,
  typedWindow,
} from './marathon-rules.ts'
import { MoreSettings } from './more-settings.tsx'
import { OrderWarnings } from './order-warnings.tsx'

type DialogProps = { marathon: MarathonView; onClose: () => void }

/** The dialog 'Update Marathon'. Title and start cannot change here (specification, section 2): see `EditMarathon`. */
export function UpdateMarathon(props: DialogProps) {
  return <MarathonDialog {...props} withStart={false} />
}

/** The dialog of the overview. It has start and places too, and the start comes first: it is what changes on the day. */
export function EditMarathon(props: DialogProps) {
  return <MarathonDialog {...props} withStart />
}

/** Where the capacity is not in the dialog, what is wrong with it is said of the way in which places are given. */
function withoutStart({ capacity, ...rest }: Record<string, string>): Record<string, string> {
  return capacity ? { ...rest, registration: capacity } : rest
}

function useEdit({ marathon, onClose, withStart }: DialogProps & { withStart: boolean }) {
  const { db } = useAccount()
  const form = useForm<EditValues, MarathonView>({
    initial: editValues(marathon),
    row: marathon,
    draftKey: `${withStart ? 'edit' : 'update'}-marathon:${marathon._id}`,
    check: (values, seen) => {
      const errors = checkEdit(seen, values).errors ?? {}
      return withStart ? errors : withoutStart(errors)
    },
    save: async (values, seen) => {
      const { data } = checkEdit(seen, values)
      if (!data) return undefined
      if (data.image !== undefined && data.image !== seen.image) data.imageSize = await pictureSize(data.image)
      const opIds = await updateMarathon(db, seen, data)
      await form.clearDraft()
      onClose()
      if (opIds.length === 0) return undefined
      const done = data.startDate === seen.startDate ? texts.updatedDone() : texts.startChangedDone()
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp(texts.updatedTitle(), done))
      return undefined
    },
  })
  return form
}

function MarathonDialog(props: DialogProps & { withStart: boolean }) {
  const { marathon, onClose, withStart } = props
  const form = useEdit(props)
  const now = useServerNow()
  const { values, bind, seen } = form
  const isBallot = values.registration === 'ballot'
  const startDate = typedStart(seen, values)
  const order = orderWarnings({ ...typedWindow(seen, values), startDate }, withStart ? now : 0)
  const warnings = withStart ? [...clockWarnings(values, marathon.timeZone), ...order] : order
  return (
    <EditDialog
      id="update-marathon"
      title={withStart ? overview.editEvent() : texts.updateMarathon()}
      form={form}
      onClose={onClose}
    >
      <TextField label={texts.title()} readOnly value={marathon.title} />
      {withStart && (
        <div className="grid gap-5 sm:grid-cols-2">
          <DayField label={texts.marathonStart()} name="startDate" form={form} />
          <TextField
            label={texts.startTime()}
            type="time"
            required
            {...bind('startTime')}
            onChange={({ target }) => {
              // A start is a day and a time: a draft keeps both.
              form.set('startDate', values.startDate)
              form.set('startTime', target.value)
            }}
          />
          {startDate && (
            <p className="-mt-3 text-sm text-ink-soft sm:col-span-2">
              {texts.startsAtInZone({
                weekday: formatWeekday(startDate, marathon.timeZone),
                dayTime: formatDayTime(startDate, marathon.timeZone),
                timeZone: shownZone(marathon.timeZone),
              })}{' '}
              {overview.startIsTold()}
            </p>
          )}
        </div>
      )}
      <TextField label={texts.location()} required autoComplete="off" {...bind('location')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <DayField label={texts.registrationStart()} name="regStart" form={form} />
        <DayField label={texts.registrationEnd()} name="regEnd" form={form} />
        {!withStart && (
          <div>
            <DateField
              label={texts.marathonStart()}
              name="startDate"
              readOnly
              value={values.startDate}
              onChange={() => undefined}
            />
            <Link
              to="/dashboard/myMarathons/$id"
              params={{ id: marathon._id }}
              className="text-link inline-flex min-h-11 items-center text-sm"
            >
              {texts.changeStart()}
            </Link>
          </div>
        )}
        <DistanceField {...bind('distance')} />
        {withStart && (
          <TextField
            label={texts.capacity()}
            required={isBallot}
            inputMode="numeric"
            autoComplete="off"
            hint={isBallot ? texts.placesDrawnHint() : texts.placesHint()}
            {...bind('capacity')}
          />
        )}
      </div>
      <OrderWarnings warnings={warnings} />
      <TextArea label={texts.description()} required {...bind('description')} />
      <EventPicture {...bind('image')} />
      <AskedParts form={form} before={seen} day={values.startDate}>
        <MoreSettings form={form} startDate={startDate} isFixed={isFixed(marathon)} />
      </AskedParts>
    </EditDialog>
  )
}

/** Once somebody has applied, and after the draw, the way of giving places stays. */
function isFixed({ regCount, waitingCount, enteredCount, seed }: MarathonView): boolean {
  return regCount > 0 || waitingCount > 0 || enteredCount > 0 || Boolean(seed)
}
