import { SelectField } from '../../ui/field.tsx'
import { timeZonesByRegion, zoneLabel } from './time-zones.ts'
import type { BoundField } from './use-form.ts'

/** The select for a marathon's own time zone. */
export function TimeZoneField(props: BoundField) {
  return (
    <SelectField label="Time Zone" required hint="Where the marathon is run" {...props}>
      {timeZonesByRegion(props.value).map(([region, zones]) => (
        <optgroup key={region} label={region}>
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
