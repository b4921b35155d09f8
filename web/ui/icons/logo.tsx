/** The logo: lanes that go into a bend behind the start line. The lanes have the colour of the text. */
export function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} fill="none" strokeWidth="7" aria-hidden="true">
      <path
        d="M4 14H30a24 24 0 0 1 24 24V60M4 28H28a12 12 0 0 1 12 12V60M4 42H22a4 4 0 0 1 4 4V60"
        stroke="currentColor"
      />
      <path d="M13 6V50" className="stroke-flare" strokeWidth="8" />
    </svg>
  )
}
