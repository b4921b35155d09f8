import { useState } from 'react'
import { TextField, type TextFieldProps } from '../field.tsx'
import { PicturePreview } from './picture-preview.tsx'

/**
 * A field for the address of a picture. Below it stands the picture, or a sentence that none comes from there: many
 * people paste the address of a page that shows one.
 */
export function PictureField({ hint, onChange, ...field }: TextFieldProps) {
  const [typed, setTyped] = useState(field.defaultValue)
  const address = String(field.value ?? typed ?? '').trim()
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        type="url"
        inputMode="url"
        hint={hint}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(event)
        }}
      />
      <div role="status" className="text-sm not-has-[>*]:hidden">
        {address && <PicturePreview key={address} address={address} />}
      </div>
    </div>
  )
}
