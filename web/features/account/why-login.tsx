import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { Problem } from '../../../contract/problem.ts'
import type { LinkedEntry } from '../../../contract/rest.ts'
import { fetchLinkedEntry } from '../../calls/entries.ts'
import { fetchInvited, type Invited } from '../../calls/invitations.ts'
import { fetchPublicPage, keptPages } from '../../marathon/public-page.ts'
import { INVITATION_PATH, type LinkPath, TAKE_PATH } from '../../page.ts'
import { openedToken } from '../../session/link-token.ts'
import * as texts from '../../texts/compiled/account.js'
import * as roleTexts from '../../texts/compiled/roles.js'
import { formatDayTime, formatWeekday } from '../../ui/format/format.ts'
import { OneLine } from '../../ui/format/one-line.tsx'
import { marathonOf } from './led-here.ts'

type Race = Pick<Invited, 'title' | 'location' | 'startDate' | 'timeZone'>
/** What a link led to; null where it is not there any more. */
type Reason = { id: string; race: Race; role?: Invited['role']; taken?: LinkedEntry } | null

/**
 * What a sign-in is for, where a link led to it: the race, with the way to its public page, and of an invitation the role,
 * of a link to an entry what it is.
 */
export function WhyLogin({ path, isNew }: { path: string; isNew: boolean }) {
  const id = marathonOf(path)
  const [reason, setReason] = useState<Reason>()
  useEffect(() => {
    // Without an answer the sentence alone stands there.
    if (id) readPublic(id).then((race) => race && setReason({ id, race }), recordError)
    else (path === TAKE_PATH ? readLinked() : readInvited()).then(setReason, recordError)
  }, [id, path])
  if (id) {
    return (
      <Framed reason={reason}>
        <p>{isNew ? texts.newToSeeEvent() : texts.toSeeEvent()}</p>
      </Framed>
    )
  }
  if (path === TAKE_PATH) {
    return (
      <Framed reason={reason}>
        {reason?.taken ? (
          <p>
            <strong>
              {reason.taken.kind === 'claim'
                ? texts.takeClaim({ person: reason.taken.person ?? '' })
                : texts.takeOffered()}
            </strong>{' '}
            <span>{isNew ? texts.newToTake() : texts.logInToTake()}</span>
          </p>
        ) : (
          <p>{reason === null ? texts.linkOver() : texts.toSeeLink()}</p>
        )}
      </Framed>
    )
  }
  return (
    <Framed reason={reason}>
      {reason?.role ? (
        <p>
          <strong>{roleTexts.invited({ role: reason.role })}</strong>{' '}
          <span>{isNew ? texts.newToAccept() : texts.logInToAccept()}</span>
        </p>
      ) : (
        <p>{reason === null ? texts.invitationOver() : texts.toSeeInvitation()}</p>
      )}
    </Framed>
  )
}

/** The sentence, and below it the race. */
function Framed({ reason, children }: { reason: Reason | undefined; children: ReactNode }) {
  return (
    <div className="grid min-w-0 content-center border-s-4 border-flare ps-4">
      {children}
      {reason && (
        <>
          <p className="mt-1 min-w-0 font-display text-xl font-bold">
            <Link to="/e/$id" params={{ id: reason.id }} className="text-link">
              <OneLine>{reason.race.title}</OneLine>
            </Link>
          </p>
          <p className="truncate text-ink-soft">
            {`${formatWeekday(reason.race.startDate, reason.race.timeZone)} ${formatDayTime(reason.race.startDate, reason.race.timeZone)}`}
          </p>
          <p className="min-w-0 text-ink-soft">
            <OneLine>{reason.race.location}</OneLine>
          </p>
        </>
      )}
    </div>
  )
}

/** The public page, of this phone or of the server; null where neither has it. */
async function readPublic(id: string): Promise<Race | null> {
  const { readPage } = await keptPages()
  const kept = await readPage(id).catch((error) => recordError(error, null))
  return kept?.page ?? (await fetchPublicPage(id))
}

/** The invitation that this tab has opened; null where it is not valid. */
function readInvited(): Promise<Reason> {
  return readOpened(INVITATION_PATH, async (token) => {
    const { marathonId: id, role, ...race } = await fetchInvited(token)
    return { id, race, role }
  })
}

/** What the link to an entry that this tab has opened is for; null where it is not valid. */
function readLinked(): Promise<Reason> {
  return readOpened(TAKE_PATH, async (token) => {
    const taken = await fetchLinkedEntry(token)
    return { id: taken.marathonId, race: taken, taken }
  })
}

async function readOpened(path: LinkPath, read: (token: string) => Promise<Reason>): Promise<Reason> {
  const token = openedToken(path)
  if (token === null) return null
  try {
    return await read(token)
  } catch (error) {
    if (error instanceof Problem && error.code === 'NOT_FOUND') return null
    throw error
  }
}
