import type { ComponentProps } from 'react'
import { useMarathon, useMarathons } from '../store/rows/marathons.ts'
import * as texts from '../texts/compiled/forms.js'
import * as labels from '../texts/compiled/labels.js'
import { SelectField } from '../ui/field.tsx'
import { formatDay } from '../ui/format/format.ts'

/** More events than somebody organises who looks for one in a list. */
const MAX_SHOWN = 100

type DeferToFieldProps = Omit<ComponentProps<typeof SelectField>, 'label' | 'children' | 'value'> & {
  value: string
  /** The start of the event whose places are deferred: only later ones are offered. '' offers all. */
  after: string
}

/** The choice of the event to which runners may defer their place: one of the user's own that starts later, or none. */
export function DeferToField({ after, value, ...props }: DeferToFieldProps) {
  const own = useMarathons({ sort: 'soonest', mine: true, limit: MAX_SHOWN })?.rows ?? []
  const chosen = useMarathon(value)
  const later = own.filter(({ startDate, cancelled, _id }) => startDate > after && !cancelled && _id !== value)
  return (
    <SelectField label={labels.deferTo()} hint={texts.deferHint()} value={value} {...props}>
      <option value="">{texts.deferNone()}</option>
      {value !== '' && <option value={value}>{chosen ? nameOf(chosen) : texts.deferUnknown()}</option>}
      {later.map((marathon) => (
        <option key={marathon._id} value={marathon._id}>
          {nameOf(marathon)}
        </option>
      ))}
    </SelectField>
  )
}

function nameOf({ title, startDate, timeZone }: { title: string; startDate: string; timeZone: string }): string {
  return texts.deferOption({ title, day: formatDay(startDate, timeZone) })
}
