import { lazy, Suspense } from 'react'
import { hasReason, marathonOf } from './led-here.ts'

const WhyLogin = lazy(() => import('./why-login.tsx').then((m) => ({ default: m.WhyLogin })))

type LedHereProps = {
  /** The path that led here. */
  path: string
  /** Is this the form of a new account? Few come to it from an invitation, and it says nothing of one. */
  isNew?: boolean
}

/** Above a sign-in form: what it is for. The height stays when the race arrives. An invitation shows none. */
export function LedHere({ path, isNew = false }: LedHereProps) {
  const isRace = marathonOf(path) !== undefined
  if (isNew ? !isRace : !hasReason(path)) return null
  return (
    <div className={`mb-5 grid ${isRace ? 'min-h-33 sm:min-h-27' : 'min-h-12'}`}>
      <Suspense>
        <WhyLogin path={path} isNew={isNew} />
      </Suspense>
    </div>
  )
}
