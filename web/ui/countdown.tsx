import { lazy, Suspense } from 'react'
import { COUNTDOWN_SIZE } from './format/countdown-parts.ts'

const CountdownCircle = lazy(() => import('./countdown-circle.tsx').then((m) => ({ default: m.CountdownCircle })))

type CountdownProps = {
  /** The instant it runs to; it stops at 0. */
  startDate: string
  /** Where the circle was full, such as the event's `createdAt`; without it, 30 days before the start. */
  from?: string
  /** Server time minus the phone's, where it is known. */
  offsetMs?: number
}

/** The time left to a start, as a circle with days, hours, minutes and seconds; loaded when it is first shown. */
export function Countdown(props: CountdownProps) {
  return (
    <Suspense
      fallback={
        <div
          style={{ width: COUNTDOWN_SIZE, height: COUNTDOWN_SIZE }}
          className="animate-shimmer rounded-full border-5 border-closed-tint"
        />
      }
    >
      <CountdownCircle key={props.startDate} {...props} />
    </Suspense>
  )
}
