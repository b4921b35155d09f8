import { lazy, Suspense } from 'react'
import { hasReason } from './led-here.ts'

const WhyLogin = lazy(() => import('./why-login.tsx').then((m) => ({ default: m.WhyLogin })))

type LedHereProps = {
  /** The path that led here. */
  path: string
  /** Is this the form of a new account? */
  isNew?: boolean
}

/** Above a sign-in form: what it is for. The height stays when the race arrives. */
export function LedHere({ path, isNew = false }: LedHereProps) {
  if (!hasReason(path)) return null
  return (
    <div className="mb-5 grid min-h-33 sm:min-h-27">
      <Suspense>
        <WhyLogin path={path} isNew={isNew} />
      </Suspense>
    </div>
  )
}
