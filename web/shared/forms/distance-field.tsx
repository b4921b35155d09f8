import { DISTANCES } from '../../../contract/limits.ts'
import { SelectField } from '../../ui/field.tsx'
import type { BoundField } from './use-form.ts'

/** The select for a marathon's distance. */
export function DistanceField(props: BoundField) {
  return (
    <SelectField label="Distance" required {...props}>
      <option value="">Select Distance</option>
      {DISTANCES.map((distance) => (
        <option key={distance}>{distance}</option>
      ))}
    </SelectField>
  )
}
