import { useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import type { PublicMarathon } from '../../../contract/marathon.ts'
import * as texts from '../../texts/compiled/account.js'
import { formatDayTime, formatWeekday } from '../../ui/format/format.ts'
import { findPublic } from './find-public.ts'
import { marathonOf } from './led-here.ts'

/**
 * What a login is for, where a shared or an invitation's link led to it: the race, as far as it is public. An invitation
 * tells its event only to who is signed in.
 */
export function WhyLogin({ path }: { path: string }) {
  const id = marathonOf(path)
  const [marathon, setMarathon] = useState<PublicMarathon | null>(null)
  useEffect(() => {
    if (id) findPublic(id).then(setMarathon, recordError)
  }, [id])
  return (
    <div className="grid min-w-0 content-center border-s-4 border-flare ps-4">
      <p>{id ? texts.toSeeEvent() : texts.toSeeInvitation()}</p>
      {marathon && (
        <>
          <p lang="" className="mt-1 truncate font-display text-xl font-bold">
            <bdi>{marathon.title}</bdi>
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
