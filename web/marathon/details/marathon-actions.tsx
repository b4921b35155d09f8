import { type ReactNode, useState } from 'react'
import * as texts from '../../texts/compiled/marathon-details.js'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PinIcon, ShareIcon } from '../../ui/icons/screen-icons.tsx'
import { mapLink } from '../map-link.ts'
import { shareMarathon } from '../share-marathon.ts'
import { AddToCalendar, type CalendarMarathon } from './add-to-calendar.tsx'

/** The actions on a marathon: add it to a calendar, open the map, share the link. All but the map work offline. */
export function MarathonActions({ marathon, children }: { marathon: CalendarMarathon; children?: ReactNode }) {
  const [message, setMessage] = useState('')
  const map = mapLink(marathon.location, navigator.userAgent)

  return (
    <div className="no-print">
      <AddToCalendar marathon={marathon} />
      <div className="mt-3 flex flex-wrap gap-2">
        {map && (
          <a href={map} target="_blank" rel="noreferrer nofollow ugc" className={buttonClass('secondary')}>
            <PinIcon size={20} />
            {texts.map()}
          </a>
        )}
        <Button variant="secondary" onClick={async () => setMessage(await shareMarathon(marathon))}>
          <ShareIcon size={20} />
          {texts.share()}
        </Button>
        {children}
      </div>
      <p role="status" className="text-sm text-ink-soft not-empty:mt-2">
        {message}
      </p>
    </div>
  )
}
