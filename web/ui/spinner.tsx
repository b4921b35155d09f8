import * as common from '../texts/compiled/common.js'

type SpinnerProps = {
  size?: number
  /** The text for screen readers; without it the spinner is decoration. */
  label?: string
}

/** A spinner: a coloured arc that turns on a circle. */
export function Spinner({ size = 24, label }: SpinnerProps) {
  const arc = (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className="animate-turn shrink-0"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity=".25" strokeWidth="3" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
  if (!label) return arc
  return (
    <span role="status" className="inline-flex items-center gap-2 text-ink-soft">
      {arc}
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A spinner in the place of a whole screen or section. */
export function SpinnerBlock({ label = common.loading() }: { label?: string }) {
  return (
    <div className="flex min-h-48 items-center justify-center">
      <Spinner size={40} label={label} />
    </div>
  )
}
