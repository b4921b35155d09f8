/** The track pattern: lanes that go into a bend. It is decoration, in the colour of the text. */
export function TrackPattern({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 400 160"
      fill="none"
      aria-hidden="true"
      preserveAspectRatio="xMaxYMid slice"
      // The lanes come out of nothing, and are not cut.
      className={`mask-[linear-gradient(to_right,transparent,black_60%)] rtl:-scale-x-100 ${className}`}
    >
      {[0, 1, 2, 3, 4].map((lane) => (
        <path
          key={lane}
          d={`M-10 ${30 + lane * 24}H${250 - lane * 10}a${110 - lane * 22} ${110 - lane * 22} 0 0 1 ${110 - lane * 22} ${110 - lane * 22}V200`}
          stroke="currentColor"
          strokeWidth="2.5"
        />
      ))}
    </svg>
  )
}
