import { useState } from 'react'
import type { MarathonView } from '../../data/overlay.ts'
import { mapLink } from '../../shared/marathon/places.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { CalendarIcon, PinIcon, ShareIcon } from '../../ui/icon.tsx'

/** The actions on a marathon: open the map, share the link, add it to a calendar. All but the map work offline. */
export function MarathonActions({ marathon }: { marathon: MarathonView }) {
  const [message, setMessage] = useState('')
  const url = `${location.origin}/marathons/${marathon._id}`

  const share = async () => {
    try {
      if (typeof navigator.share === 'function') await navigator.share({ title: marathon.title, url })
      else {
        await navigator.clipboard.writeText(url)
        setMessage('Link copied.')
      }
    } catch (error) {
      // The user closed the share sheet, which is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setMessage(`Copy this link: ${url}`)
    }
  }
  const addToCalendar = async () => {
    const { calendarFile } = await import('./calendar-file.ts')
    downloadFile(
      `${fileName(marathon.title)}.ics`,
      'text/calendar;charset=utf-8',
      calendarFile(marathon, url, Date.now()),
    )
    setMessage(
      marathon.cancelled
        ? 'Calendar file saved. Open it to mark the event as cancelled.'
        : 'Calendar file saved. Open it to add the event, with reminders.',
    )
  }

  return (
    <div className="no-print">
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={addToCalendar}>
          <CalendarIcon size={20} />
          Add to calendar
        </Button>
        <a
          href={mapLink(marathon.location, navigator.userAgent)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary')}
        >
          <PinIcon size={20} />
          Map
        </a>
        <Button variant="secondary" onClick={share}>
          <ShareIcon size={20} />
          Share
        </Button>
      </div>
      <p role="status" className="text-sm text-ink-soft not-empty:mt-2">
        {message}
      </p>
    </div>
  )
}
