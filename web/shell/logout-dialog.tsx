import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { recordError } from '../../contract/errors.ts'
import { describeOp } from '../status/describe-op.ts'
import { rejectionMessage } from '../status/rejection-message.ts'
import { useAccount } from '../store/account-context.tsx'
import type { InboxRecord } from '../store/account-db.ts'
import type { WipeChoice } from '../store/forget-account.ts'
import { unpark } from '../store/handle-unsent.ts'
import { useLiveRead } from '../store/live-read.ts'
import { useOpMarathons } from '../store/rows/op-marathons.ts'
import { askForSync, endPassesElsewhere, SLOW_SEND_MS, useSyncPhase } from '../store/sync-status.ts'
import { useUnsent } from '../store/unsent.ts'
import * as common from '../texts/compiled/common.js'
import { andMore } from '../texts/compiled/entrants.js'
import * as texts from '../texts/compiled/layout.js'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { readUnfinishedForms } from './unfinished-forms.ts'
import { unfinishedWords } from './unfinished-words.ts'

type LogoutDialogProps = {
  /** True while the logout runs. */
  pending: boolean
  onLeave: (choice: WipeChoice) => Promise<void>
  onCancel: () => void
}

/** After this time "Send now" reports a failure. */
const SEND_TIMEOUT_MS = 15_000

/** Most inbox items that the dialog names. A file of bibs may bring thousands. */
const MOST_ITEMS = 20

/**
 * The logout dialog for unsent edits, inbox items and unfinished forms: the user can send them, keep them on this phone
 * for this account, or discard them. "Send now" logs out only if the server accepted everything. Otherwise the dialog
 * stays and shows what was not accepted. If the last edit is accepted while the dialog is open, the plain question is
 * left.
 */
export function LogoutDialog({ pending, onLeave, onCancel }: LogoutDialogProps) {
  const { db } = useAccount()
  const read = useUnsent()
  const forms = useLiveRead(() => readUnfinishedForms(db), [db])
  const { waiting, parked, inbox } = read ?? { waiting: [], parked: [], inbox: [] }
  const unsent = waiting.length + parked.length
  const total = unsent + inbox.length
  const phase = useSyncPhase()
  const isStuck = phase !== 'idle' && phase !== 'sending'
  const [sending, setSending] = useState(false)
  const [preparing, setPreparing] = useState(false)
  const [failed, setFailed] = useState(false)
  const isSent = read !== undefined && unsent === 0

  // Decides once, when the last edit has its verdict: `sending` is false from then on.
  useEffect(() => {
    if (!sending || !isSent) return
    setSending(false)
    if (inbox.length === 0 && forms?.length === 0) void onLeave('clean')
  }, [sending, isSent, inbox.length, forms?.length, onLeave])

  useEffect(() => {
    if (!sending) return
    const giveUp = () => {
      setSending(false)
      setFailed(true)
    }
    const timer = setTimeout(giveUp, isStuck ? 0 : SEND_TIMEOUT_MS)
    // A request of another tab that hangs holds the account's lock. It counts as hanging only after this time.
    const elsewhere = setTimeout(() => endPassesElsewhere('user'), SLOW_SEND_MS)
    return () => {
      clearTimeout(timer)
      clearTimeout(elsewhere)
    }
  }, [sending, isStuck])

  const send = async () => {
    setFailed(false)
    setPreparing(true)
    await unpark(db).catch((error) => recordError(error, 0))
    askForSync()
    setPreparing(false)
    setSending(true)
  }

  return (
    <Dialog
      title={texts.logoutTitle()}
      onClose={onCancel}
      description={total === 0 && read ? texts.logoutText() : unsentMessage(unsent, inbox.length)}
    >
      <div className="flex flex-col gap-3">
        <p role="alert" className="font-semibold text-danger empty:hidden">
          {failed && unsent > 0 && texts.notAllSent()}
        </p>
        {forms && forms.length > 0 && <p>{unfinishedWords(forms)}</p>}
        {inbox.length > 0 && <InboxItems inbox={inbox} onSee={onCancel} />}
        {unsent > 0 && (
          <Button pending={preparing || sending} pendingLabel={texts.sending()} onClick={send}>
            {texts.sendAndLogOut()}
          </Button>
        )}
        {total > 0 && (
          <>
            <Button variant="secondary" onClick={() => onLeave('keep')}>
              {texts.keepForAccount()}
            </Button>
            <p className="-mt-1 text-sm text-ink-soft">{keptMessage(unsent, total)}</p>
            <Button variant="danger" onClick={() => onLeave('discard')}>
              {texts.discardChanges({ count: total })}
            </Button>
          </>
        )}
        {total === 0 && read && (
          <>
            {forms && forms.length > 0 && (
              <Button variant="secondary" onClick={() => onLeave('keep')}>
                {texts.keepForAccount()}
              </Button>
            )}
            <Button pending={pending || sending} onClick={() => onLeave('clean')}>
              {texts.logoutYes()}
            </Button>
          </>
        )}
        <Button variant="quiet" onClick={onCancel}>
          {common.cancel()}
        </Button>
      </div>
    </Dialog>
  )
}

/** What happens to kept edits, as a text. */
function keptMessage(unsent: number, total: number): string {
  return unsent === 0 ? texts.foundNextTime({ count: total }) : texts.sentNextTime({ count: unsent })
}

/** '2 changes on this phone are not sent yet. 1 change needs you.' */
function unsentMessage(unsent: number, items: number): string {
  if (unsent > 0 && items > 0) return texts.notSentAndNeedYou({ unsent, items })
  if (unsent > 0) return texts.notSentYet({ count: unsent })
  return items > 0 ? texts.needYou({ count: items }) : ''
}

/** The inbox items and their reasons. */
function InboxItems({ inbox, onSee }: { inbox: InboxRecord[]; onSee: () => void }) {
  const shown = inbox.slice(-MOST_ITEMS)
  const marathons = useOpMarathons(shown)
  return (
    <section aria-label={texts.notAccepted()} className="rounded-md border-s-4 border-danger bg-danger-tint px-4 py-3">
      <ul className="grid gap-2">
        {shown.map(({ opId, op, target, code, fields }) => (
          <li key={opId}>
            <strong className="block font-semibold">
              {describeOp(
                op,
                marathons.get(target)?.title,
                marathons.get(target)?.entrant,
                marathons.get(target)?.asked,
              )}
            </strong>
            {code
              ? rejectionMessage(code, op, fields, marathons.get(target)?.cancelled, marathons.get(target)?.asked)
                  .message
              : texts.changedElsewhere()}
          </li>
        ))}
        {inbox.length > shown.length && <li>{andMore({ count: inbox.length - shown.length })}</li>}
      </ul>
      <Link to="/unsent" className="text-link inline-flex min-h-11 items-center" onClick={onSee}>
        {texts.seeUnderUnsent({ count: inbox.length })}
      </Link>
    </section>
  )
}
