import { useEffect, useState } from 'react'
import * as texts from '../texts/compiled/ui.js'
import { TextField, type TextFieldProps } from './field.tsx'
import { Picture } from './picture.tsx'

/** A picture is looked for once the user has stopped typing for this time. */
const TYPED_MS = 500
/** An address whose picture a page may show: https, or http on this machine. */
const LOADABLE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])./i

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
        <Preview key={address} address={address} />
      </div>
    </div>
  )
}

type Found = 'waiting' | 'loading' | 'shown' | 'none' | 'offline'

function Preview({ address }: { address: string }) {
  const [found, setFound] = useState<Found>('waiting')
  useEffect(() => {
    if (!address) return
    const look = () => setFound(LOADABLE.test(address) ? 'loading' : 'none')
    const timer = setTimeout(look, TYPED_MS)
    return () => clearTimeout(timer)
  }, [address])
  useEffect(() => {
    if (found !== 'offline') return
    const again = () => setFound('loading')
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [found])

  if (found === 'none') return <p className="font-semibold text-danger">{texts.noPicture()}</p>
  if (found === 'offline') return <p className="text-ink-soft">{texts.pictureUnchecked()}</p>
  if (found === 'waiting') return null
  return (
    <Picture
      src={address}
      alt={found === 'shown' ? texts.picturePreview() : ''}
      eager
      ratio="aspect-[16/10] max-w-48 rounded-md"
      onLoad={() => setFound('shown')}
      onMissing={() => setFound(navigator.onLine ? 'none' : 'offline')}
    />
  )
}
