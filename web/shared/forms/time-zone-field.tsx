import { SelectField } from '../../ui/field.tsx'
import { timeZonesByRegion, zoneLabel } from './time-zones.ts'

type TimeZoneFieldProps = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/** The select for a marathon's own time zone. */
export function TimeZoneField(props: TimeZoneFieldProps) {
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
