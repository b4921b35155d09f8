import { useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { type Deletion, deletions, forgetDeletion, isToldUnasked, isUntold } from '../../session/deletion-marks.ts'
import { goOnDeleting } from '../../session/go-on-deleting.ts'
import { stopTelling, tellDeletion } from '../../session/tell-deletions.ts'
import { useLiveRead } from '../../store/live-read.ts'
import * as texts from '../../texts/compiled/account.js'
import * as common from '../../texts/compiled/common.js'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

/** What the button says that ends the telling. */
const STOP: Partial<Record<Deletion['state'], () => string>> = {
  due: texts.keepAccount,
  sent: texts.doNotTellAgain,
  recorded: texts.leaveLogin,
}

/** What becomes of the accounts that this phone deletes: one note each, until the user has read how it ended. */
export function DeletionNotes() {
  const all = useLiveRead(() => deletions().catch((error) => recordError(error, [])))
  return all?.map((deletion) => <DeletionNote key={deletion.uid} deletion={deletion} />)
}

function DeletionNote({ deletion }: { deletion: Deletion }) {
  const { uid, state } = deletion
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState('')
  const tell = async () => {
    setFailure('')
    setPending(true)
    await tellDeletion(uid).catch((error) => {
      recordError(error)
      setFailure(texts.notFinished())
      void goOnDeleting()
    })
    setPending(false)
  }
  const stop = async () => {
    if (!(await stopTelling(deletion))) setFailure(texts.cameTooLate())
  }
  return (
    <section
      aria-label={texts.deletionLabel()}
      className="grid justify-items-start gap-3 border-s-4 border-danger ps-4"
    >
      <p role="status">{message(deletion)}</p>
      <FormError>{failure}</FormError>
      {isUntold(deletion) ? (
        <div className="flex flex-wrap gap-3">
          <Button type="button" pending={pending} pendingLabel={texts.deleting()} onClick={tell}>
            {texts.deleteNow()}
          </Button>
          <Button type="button" variant="secondary" onClick={stop}>
            {STOP[state]?.()}
          </Button>
        </div>
      ) : (
        <Button type="button" variant="secondary" onClick={() => forgetDeletion(uid)}>
          {common.ok()}
        </Button>
      )}
    </section>
  )
}

function message(deletion: Deletion): string {
  const { email, state } = deletion
  const isTold = isToldUnasked(deletion, Date.now())
  switch (state) {
    case 'due':
      return isTold ? texts.due({ email }) : texts.dueOld({ email })
    case 'sent':
      return isTold ? texts.sent({ email }) : texts.sentOld({ email })
    case 'recorded':
      return texts.recorded({ email })
    case 'done':
      return texts.loginDeleted({ email })
    case 'login-left':
      return texts.loginLeft({ email })
    case 'refused':
      return texts.refused({ email })
  }
}
