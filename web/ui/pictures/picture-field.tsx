import { useState } from 'react'
import { TextField, type TextFieldProps } from '../field.tsx'
import { PicturePreview } from './picture-preview.tsx'

/** `isPreviewed`: false where the picture is shown elsewhere. */
type PictureFieldProps = TextFieldProps & { isPreviewed?: boolean }

/**
 * A field for the address of a picture. Below it stands the picture, or a sentence that none comes from there: many
 * people paste the address of a page that shows one.
 */
export function PictureField({ hint, onChange, isPreviewed = true, ...field }: PictureFieldProps) {
  const [typed, setTyped] = useState(field.defaultValue)
  const address = String(field.value ?? typed ?? '').trim()
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        type="url"
        inputMode="url"
        // An address is read from the left in every language.
        dir="ltr"
        hint={hint}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange?.(event)
        }}
      />
      <div role="status" className="text-sm not-has-[>*]:hidden">
        {isPreviewed && address && <PicturePreview key={address} address={address} />}
      </div>
    </div>
  )
}
