import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { askForSync, useSyncPhase } from '../../data/sync-status.ts'
import { useUnsentCounts } from '../../data/unsent.ts'

type LogoutDialogProps = {
  onLeave: (choice?: 'keep' | 'discard') => Promise<void>
  onCancel: () => void
}

/** How long "Send now" waits before it says that it did not work. */
const PATIENCE_MS = 15_000

/** Logging out with edits that were not sent: send them, keep them here for this account, or give them up. */
export function LogoutDialog({ onLeave, onCancel }: LogoutDialogProps) {
  const { unsent } = useUnsentCounts()
  const phase = useSyncPhase()
  const stuck = phase !== 'idle' && phase !== 'sending'
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: leaves once, when the last edit is sent
  useEffect(() => {
    if (sending && unsent === 0) void onLeave()
  }, [sending, unsent === 0])

  useEffect(() => {
    if (!sending) return
    const timer = setTimeout(
      () => {
        setSending(false)
        setFailed(true)
      },
      stuck ? 0 : PATIENCE_MS,
    )
    return () => clearTimeout(timer)
  }, [sending, stuck])

  const send = () => {
    setFailed(false)
    askForSync()
    // What is known to be stuck was so before this try; give the try a moment to begin.
    setTimeout(() => setSending(true), 300)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title="Are you sure want to Logout?"
      description={`${unsent === 1 ? '1 change' : `${unsent} changes`} on this phone ${unsent === 1 ? 'is' : 'are'} not sent yet.`}
    >
      <div className="flex flex-col gap-3">
        <p role="alert" className="font-semibold text-danger empty:hidden">
          {failed && 'Not everything could be sent. Try again with a network, or choose another way.'}
        </p>
        <Button pending={sending} pendingLabel="Sending…" onClick={send}>
          Send now and log out
        </Button>
        <Button variant="secondary" onClick={() => onLeave('keep')}>
          Keep on this phone for this account
        </Button>
        <p className="-mt-1 text-sm text-ink-soft">They are sent the next time you log in here.</p>
        <Button variant="danger" onClick={() => onLeave('discard')}>
          Discard {unsent === 1 ? 'the change' : `all ${unsent} changes`}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
