import { DISTANCES } from '../../../contract/limits.ts'
import { SelectField } from '../../ui/field.tsx'

type DistanceFieldProps = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/** The select for a marathon's distance. */
export function DistanceField(props: DistanceFieldProps) {
  return (
    <SelectField label="Distance" required {...props}>
      <option value="">Select Distance</option>
      {DISTANCES.map((distance) => (
        <option key={distance}>{distance}</option>
      ))}
    </SelectField>
  )
}
