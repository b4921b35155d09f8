import { useState } from 'react'
import { recordError } from '../../../../contract/errors.ts'
import { signResults } from '../../../calls/official.ts'
import { withSession } from '../../../session/with-session.ts'
import { useAccount } from '../../../store/account-context.tsx'
import { askForSync, useSyncPhase } from '../../../store/sync-status.ts'
import * as texts from '../../../texts/compiled/publish.js'
import { listOf } from '../../../texts/list.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { isOfficialAlready, signFailure } from './sign-failure.ts'
import { type OpenPoints, openPoints, type PublishedProps, signedList } from './signed-list.ts'

type MakeOfficialProps = PublishedProps & { onSigned: () => void; onClose: () => void }

/**
 * The dialog that makes the results official: what is open first, and then one tap. Nothing is said before the server
 * has done it.
 */
export function MakeOfficial({ race, staff, marathon, onSigned, onClose }: MakeOfficialProps) {
  const { db } = useAccount()
  const open = openPoints(race, staff)
  // Any change of it may be one of the network.
  useSyncPhase()
  const isOffline = !navigator.onLine
  const [isSending, setSending] = useState(false)
  const [told, setDone] = useState('')
  const [failure, setFailure] = useState('')
  // The row of the marathon may come where an answer was lost.
  const done = told || (marathon.results === 'official' ? texts.wasOfficial() : '')
  const list = signedList(race, marathon)
  // What this phone has not sent would be in another list than the server's.
  const blocked =
    open.unsent > 0
      ? texts.sendFirst({ count: open.unsent })
      : isOffline
        ? texts.offlineNow()
        : list.rows === 0
          ? texts.nobodyToSign()
          : ''

  const sign = async () => {
    setSending(true)
    setFailure('')
    try {
      const { rows } = await withSession(db.uid, () => signResults(marathon._id, list.digest))
      setDone(texts.isOfficialNow({ count: rows }))
      onSigned()
    } catch (error) {
      if (isOfficialAlready(error)) {
        setDone(texts.wasOfficial())
        onSigned()
      } else {
        recordError(error)
        setFailure(signFailure(error))
      }
    } finally {
      setSending(false)
      // The new state of the marathon, and after STALE what this phone lacks.
      askForSync()
    }
  }
  if (done) {
    return (
      <Dialog title={texts.official()} onClose={onClose}>
        <p role="status" className="text-lg">
          {done}
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={texts.makeOfficialQuestion()}
      onClose={onClose}
      action={
        <Button pending={isSending} pendingLabel={texts.sending()} disabled={blocked !== ''} onClick={sign}>
          {texts.makeOfficial()}
        </Button>
      }
    >
      <div className="grid gap-4">
        <p>{texts.rowsBecome({ count: list.rows })}</p>
        {list.rows > 0 && (
          <>
            <OpenList open={open} />
            <p className="text-ink-soft">{texts.noWayBack()}</p>
          </>
        )}
        {blocked && (
          <p role="status" className="font-semibold">
            {blocked}
          </p>
        )}
        <FormError>{failure}</FormError>
      </div>
    </Dialog>
  )
}

function OpenList({ open: { doubts, out, silent } }: { open: OpenPoints }) {
  const points = [
    ...(doubts > 0 ? [texts.doubtsOpen({ count: doubts })] : []),
    ...(out > 0 ? [texts.stillOut({ count: out })] : []),
    ...(silent.length > 0 ? [texts.notReported({ names: listOf(silent) })] : []),
  ]
  if (points.length === 0) return <p className="font-semibold text-open">{texts.nothingOpen()}</p>
  return (
    <section aria-label={texts.stillOpen()} className="rounded-md border-s-4 border-soon bg-soon-tint px-4 py-2">
      <p className="font-semibold">{texts.stillOpen()}</p>
      <ul className="list-disc ps-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  )
}
