import type { ComponentProps } from 'react'
import { DEFAULT_PER_ACCOUNT } from '../../contract/limits.ts'
import * as texts from '../texts/compiled/forms.js'
import * as labels from '../texts/compiled/labels.js'
import { TextField } from '../ui/field.tsx'

/** How many applications one account may have at a marathon. */
export function PerAccountField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={labels.perAccount()}
      required
      inputMode="numeric"
      autoComplete="off"
      hint={texts.perAccountHint({ max: DEFAULT_PER_ACCOUNT })}
      {...props}
    />
  )
}
