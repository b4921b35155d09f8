import { lazy, Suspense } from 'react'
import type { Role } from '../../../contract/roles.ts'
import type { ApplicationView } from '../../store/overlay.ts'

const CorrectEntrant = lazy(() => import('./correct-entrant.tsx').then((m) => ({ default: m.CorrectEntrant })))
const ClaimCode = lazy(() => import('./claim-code.tsx').then((m) => ({ default: m.ClaimCode })))
const WithdrawEntrant = lazy(() => import('./withdraw-entrant.tsx').then((m) => ({ default: m.WithdrawEntrant })))

/** A dialog about one entry, which `EntrantActions` opens. */
export interface EntrantForm {
  form: 'correct' | 'withdraw' | 'claim'
  entrant: ApplicationView
}

type OpenFormProps = {
  open: EntrantForm
  /** What the user is at the marathon. */
  role: Role | null
  onClose: () => void
}

/** The form that is open. What the user saw when it was opened stays its base. */
export function OpenEntrantForm({ open: { form, entrant }, role, onClose }: OpenFormProps) {
  return (
    <Suspense>
      {form === 'correct' && <CorrectEntrant entrant={entrant} role={role} onClose={onClose} />}
      {form === 'claim' && <ClaimCode entrant={entrant} onClose={onClose} />}
      {form === 'withdraw' && <WithdrawEntrant entrant={entrant} onClose={onClose} />}
    </Suspense>
  )
}
