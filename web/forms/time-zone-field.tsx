import * as texts from '../texts/compiled/forms.js'
import * as labels from '../texts/compiled/labels.js'
import { SelectField } from '../ui/field.tsx'
import { regionLabel, timeZonesByRegion, zoneLabel } from './time-zones.ts'
import type { BoundField } from './use-form.ts'

/** The select for a marathon's own time zone. */
export function TimeZoneField(props: BoundField) {
  return (
    <SelectField label={labels.timeZone()} required hint={texts.timeZoneHint()} {...props}>
      {timeZonesByRegion(props.value).map(([region, zones]) => (
        <optgroup key={region} label={regionLabel(region)}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zoneLabel(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}
