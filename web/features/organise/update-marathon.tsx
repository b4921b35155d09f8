import { DEFAULT_PER_ACCOUNT } from '../../../contract/limits.ts'
import { type MarathonPatch, marathonPatchSchema } from '../../../contract/marathon.ts'
import { dayIn } from '../../../contract/time/dates.ts'
import { toInstant } from '../../../contract/time/instants.ts'
import { DistanceField } from '../../forms/distance-field.tsx'
import { EditDialog } from '../../forms/edit-dialog.tsx'
import { checkFields } from '../../forms/field-errors.ts'
import { RegistrationField } from '../../forms/registration-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { tellVerdict } from '../../status/tell-verdict.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { updateMarathon } from '../../store/rows/marathons.ts'
import { awaitVerdict } from '../../store/verdict.ts'
import * as texts from '../../texts/compiled/organise.js'
import { DateField } from '../../ui/dates/date-field.tsx'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { PictureField } from '../../ui/pictures/picture-field.tsx'
import { dayErrors, orderWarnings } from './marathon-rules.ts'
import { OrderWarnings } from './order-warnings.tsx'

/** The dialog 'Update Marathon'. Title and start cannot change here (specification, section 2): see `ChangeStart`. */
export function UpdateMarathon({ marathon, onClose }: { marathon: MarathonView; onClose: () => void }) {
  const { db } = useAccount()
  const form = useForm({
    initial: {
      location: marathon.location,
      regStart: dayIn(marathon.timeZone, marathon.regStart),
      regEnd: dayIn(marathon.timeZone, marathon.regEnd),
      distance: marathon.distance as string,
      description: marathon.description,
      image: marathon.image,
      registration: (marathon.registration ?? 'first-come') as string,
    },
    draftKey: `update-marathon:${marathon._id}`,
    check: (values) => ({
      ...checkFields(marathonPatchSchema, patchOf(marathon, values)).errors,
      ...dayErrors(values),
      ...(values.registration === 'ballot' && marathon.capacity === null
        ? { registration: texts.registrationNeedsCapacity() }
        : {}),
      ...(values.registration === 'ballot' && marathon.perAccount > DEFAULT_PER_ACCOUNT
        ? { registration: texts.registrationNeedsFewer({ max: DEFAULT_PER_ACCOUNT }) }
        : {}),
    }),
    save: async (values) => {
      const patch: MarathonPatch = marathonPatchSchema.parse(patchOf(marathon, values))
      const opIds = await updateMarathon(db, marathon, patch)
      await form.clearDraft()
      onClose()
      if (opIds.length === 0) return undefined
      const outcome = await awaitVerdict(db, opIds)
      void tellVerdict(outcome, () => successPopUp(texts.updatedTitle(), texts.updatedDone()))
      return undefined
    },
  })
  const { values, bind, set, errors } = form
  const day = (name: 'regStart' | 'regEnd', label: string) => (
    <DateField
      label={label}
      required
      name={name}
      value={values[name]}
      error={errors[name]}
      onChange={(value) => set(name, value)}
    />
  )
  return (
    <EditDialog id="update-marathon" title={texts.updateMarathon()} form={form} onClose={onClose}>
      <TextField label={texts.title()} readOnly value={marathon.title} />
      <TextField label={texts.location()} required autoComplete="off" {...bind('location')} />
      <div className="grid gap-5 sm:grid-cols-2">
        {day('regStart', texts.registrationStart())}
        {day('regEnd', texts.registrationEnd())}
        <DateField
          label={texts.marathonStart()}
          name="startDate"
          readOnly
          value={dayIn(marathon.timeZone, marathon.startDate)}
          onChange={() => undefined}
        />
        <DistanceField {...bind('distance')} />
        <RegistrationField disabled={isFixed(marathon)} {...bind('registration')} />
      </div>
      <OrderWarnings warnings={orderWarnings({ ...windowOf(marathon, values), startDate: marathon.startDate }, 0)} />
      <TextArea label={texts.description()} required {...bind('description')} />
      <PictureField label={texts.imageUrl()} required autoComplete="off" {...bind('image')} />
    </EditDialog>
  )
}

/** Once somebody has applied, and after the draw, the way of giving places stays. */
function isFixed({ regCount, waitingCount, enteredCount, seed }: MarathonView): boolean {
  return regCount > 0 || waitingCount > 0 || enteredCount > 0 || Boolean(seed)
}

type Days = { regStart: string; regEnd: string }

/** The instants of the window. An unchanged day keeps its instant, even if that is not the edge of a day. */
function windowOf(marathon: MarathonView, { regStart, regEnd }: Days) {
  const { timeZone } = marathon
  return {
    regStart: regStart === dayIn(timeZone, marathon.regStart) ? marathon.regStart : toInstant(regStart, timeZone),
    regEnd: regEnd === dayIn(timeZone, marathon.regEnd) ? marathon.regEnd : toInstant(regEnd, timeZone, 'end'),
  }
}

function patchOf(marathon: MarathonView, values: Days & Record<string, string>) {
  return { ...values, ...windowOf(marathon, values) }
}
