import { useEffect, useState } from 'react'
import * as texts from '../../texts/compiled/ui.js'
import { Picture } from './picture.tsx'

/** A picture is looked for once the user has stopped typing for this time. */
const TYPED_MS = 500
/** An address whose picture a page may show: https, or http on this machine. */
const LOADABLE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/])./i

type Found = 'waiting' | 'loading' | 'shown' | 'none' | 'offline'

/** The picture of an address, or a sentence that none loads from there. */
export function PicturePreview({ address }: { address: string }) {
  const [found, setFound] = useState<Found>('waiting')
  useEffect(() => {
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
