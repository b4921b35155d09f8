import { useState } from 'react'
import { useUpdateOffer } from '../background/update-state.ts'
import * as texts from '../texts/compiled/layout.js'
import { Button } from '../ui/button.tsx'

/** The offer of a new version. "Later" hides it until the app is opened again. */
export function UpdateOffer() {
  const update = useUpdateOffer()
  const [later, setLater] = useState(false)
  const [isAccepted, setAccepted] = useState(false)
  if (!update || later) return null
  const accept = () => {
    setAccepted(true)
    update()
  }
  return (
    <div role="status" className="no-print border-t border-line bg-open-tint text-open">
      <div className="shell flex min-h-11 flex-wrap items-center gap-x-3 py-1 text-sm font-semibold">
        <p className="min-w-0 flex-1 basis-56 py-1">{texts.updateReady()}</p>
        <Button variant="quiet" className="text-sm" pending={isAccepted} onClick={accept}>
          {texts.updateNow()}
        </Button>
        <Button variant="quiet" className="text-sm" onClick={() => setLater(true)}>
          {texts.later()}
        </Button>
      </div>
    </div>
  )
}
