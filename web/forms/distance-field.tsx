import { DISTANCES } from '../../contract/limits.ts'
import * as texts from '../texts/compiled/forms.js'
import * as labels from '../texts/compiled/labels.js'
import { SelectField } from '../ui/field.tsx'
import type { BoundField } from './use-form.ts'

/** The select for a marathon's distance. */
export function DistanceField(props: BoundField) {
  return (
    <SelectField label={labels.distance()} required {...props}>
      <option value="">{texts.selectDistance()}</option>
      {DISTANCES.map((distance) => (
        <option key={distance}>{distance}</option>
      ))}
    </SelectField>
  )
}
