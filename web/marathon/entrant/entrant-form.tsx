import { lazy, Suspense } from 'react'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'

const CorrectEntrant = lazy(() => import('./correct-entrant.tsx').then((m) => ({ default: m.CorrectEntrant })))
const ClaimCode = lazy(() => import('./claim-code.tsx').then((m) => ({ default: m.ClaimCode })))
const SignWaiver = lazy(() => import('./sign-waiver.tsx').then((m) => ({ default: m.SignWaiver })))
const WithdrawEntrant = lazy(() => import('./withdraw-entrant.tsx').then((m) => ({ default: m.WithdrawEntrant })))

/** A dialog about one entry, which `EntrantActions` opens. */
export interface EntrantForm {
  form: 'correct' | 'withdraw' | 'claim' | 'sign'
  entrant: ApplicationView
  /** Runs once a signature is stored. */
  onSigned?: () => void
}

type OpenFormProps = { open: EntrantForm; marathon: MarathonView; onClose: () => void }

/** The form that is open. What the user saw when it was opened stays its base. */
export function OpenEntrantForm({ open: { form, entrant, onSigned }, marathon, onClose }: OpenFormProps) {
  const props = { entrant, marathon, onClose }
  return (
    <Suspense>
      {form === 'correct' && <CorrectEntrant {...props} />}
      {form === 'claim' && <ClaimCode entrant={entrant} onClose={onClose} />}
      {form === 'sign' && <SignWaiver {...props} onSigned={onSigned} />}
      {form === 'withdraw' && <WithdrawEntrant entrant={entrant} onClose={onClose} />}
    </Suspense>
  )
}
