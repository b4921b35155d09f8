import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import type { PublicPage } from '../../../contract/marathon.ts'
import { fetchPublicPage, keptPages } from '../../marathon/public-page.ts'
import * as texts from '../../texts/compiled/account.js'
import { formatDayTime, formatWeekday } from '../../ui/format/format.ts'
import { marathonOf } from './led-here.ts'

/**
 * What a sign-in is for, where a link led to it: the race, with the way to its public page. An invitation tells its event
 * only to who is signed in.
 */
export function WhyLogin({ path, isNew }: { path: string; isNew: boolean }) {
  const id = marathonOf(path)
  const [marathon, setMarathon] = useState<PublicPage | null>(null)
  useEffect(() => {
    if (id) readPublic(id).then(setMarathon, recordError)
  }, [id])
  return (
    <div className="grid min-w-0 content-center border-s-4 border-flare ps-4">
      <p>{id ? (isNew ? texts.newToSeeEvent() : texts.toSeeEvent()) : texts.toSeeInvitation()}</p>
      {marathon && (
        <>
          <p lang="" className="mt-1 truncate font-display text-xl font-bold">
            <Link to="/e/$id" params={{ id: marathon._id }} className="text-link">
              <bdi>{marathon.title}</bdi>
            </Link>
          </p>
          <p className="truncate text-ink-soft">
            {`${formatWeekday(marathon.startDate, marathon.timeZone)} ${formatDayTime(marathon.startDate, marathon.timeZone)}`}
          </p>
          <p className="truncate text-ink-soft">{marathon.location}</p>
        </>
      )}
    </div>
  )
}

/** The public page, of this phone or of the server; null where neither has it. */
async function readPublic(id: string): Promise<PublicPage | null> {
  const { readPage } = await keptPages()
  const kept = await readPage(id).catch((error) => recordError(error, null))
  return kept?.page ?? (await fetchPublicPage(id))
}
