import { lazy, Suspense } from 'react'
import { COUNTDOWN_SIZE } from '../format/countdown-parts.ts'

const CountdownCircle = lazy(() => import('./countdown-circle.tsx').then((m) => ({ default: m.CountdownCircle })))

type CountdownProps = {
  /** The instant of the start. The countdown stops at 0. */
  startDate: string
  /**
   * The instant at which the circle is full, such as the marathon's `createdAt`; by default 30 days before the start.
   */
  from?: string
  /** The server's time minus the phone's, ms, if it is known. */
  offsetMs?: number
  /** The word in the circle once the countdown is at 0. */
  ended: string
}

/** The time until a start, as a circle with days, hours, minutes and seconds. Its code loads when it is first shown. */
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
