import { EditDialog } from '../../forms/edit-dialog.tsx'
import { PerAccountField } from '../../forms/per-account-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { updateMarathon } from '../../store/rows/marathons.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/organise.js'
import { shownZone } from '../../texts/zone-name.ts'
import { DateField } from '../../ui/dates/date-field.tsx'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextField } from '../../ui/field.tsx'
import { formatDayTime, formatWeekday } from '../../ui/format/format.ts'
import { checkStart, clockWarnings, orderWarnings, startValues, typedStart } from './marathon-rules.ts'
import { OrderWarnings } from './order-warnings.tsx'

/**
 * The dialog that moves the start of a marathon or changes its places. 'Update Marathon' has neither (specification,
 * section 2).
 */
export function ChangeStart({ marathon, onClose }: { marathon: MarathonView; onClose: () => void }) {
  const { db } = useAccount()
  const now = useServerNow()
  const isBallot = marathon.registration === 'ballot'
  const form = useForm({
    initial: startValues(marathon),
    draftKey: `change-start:${marathon._id}`,
    check: (values) => checkStart(marathon, values).errors ?? {},
    save: async (values) => {
      const { data } = checkStart(marathon, values)
      if (!data) return undefined
      const opIds = await updateMarathon(db, marathon, data)
      await form.clearDraft()
      onClose()
      if (opIds.length === 0) return undefined
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp(texts.startChangedTitle(), texts.startChangedDone()))
      return undefined
    },
  })
  const { values, bind, set, errors } = form
  const startDate = typedStart(marathon, values)
  return (
    <EditDialog id="change-start" title={texts.changeStart()} form={form} onClose={onClose}>
      <p>{texts.changeStartText({ title: marathon.title })}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          label={texts.marathonStart()}
          required
          name="startDate"
          value={values.startDate}
          error={errors.startDate}
          onChange={(value) => set('startDate', value)}
        />
        <TextField label={texts.startTime()} type="time" required {...bind('startTime')} />
        <TextField
          label={texts.capacity()}
          required={isBallot}
          inputMode="numeric"
          autoComplete="off"
          hint={isBallot ? texts.placesDrawnHint() : texts.placesHint()}
          {...bind('capacity')}
        />
        <PerAccountField {...bind('perAccount')} />
      </div>
      {startDate && (
        <p className="text-sm text-ink-soft">
          {texts.startsAtInZone({
            weekday: formatWeekday(startDate, marathon.timeZone),
            dayTime: formatDayTime(startDate, marathon.timeZone),
            timeZone: shownZone(marathon.timeZone),
          })}
        </p>
      )}
      <OrderWarnings
        warnings={[...clockWarnings(values, marathon.timeZone), ...orderWarnings({ ...marathon, startDate }, now)]}
      />
    </EditDialog>
  )
}
