import type { ReactNode } from 'react'

export type IconProps = { size?: number }

/** @param isDirected true if the icon points in reading direction: where one reads from the right, it is mirrored */
export function Icon({
  size = 24,
  isDirected = false,
  children,
}: IconProps & { isDirected?: boolean; children: ReactNode }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={isDirected ? 'shrink-0 rtl:-scale-x-100' : 'shrink-0'}
    >
      {children}
    </svg>
  )
}

/** A cross, for closing. */
export function CloseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 6l12 12M18 6L6 18" />
    </Icon>
  )
}

/** Three lines, for the menu. */
export function MenuIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </Icon>
  )
}

/** Two bars, for pausing. */
export function PauseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 5v14M16 5v14" />
    </Icon>
  )
}

/** A triangle, for playing. */
export function PlayIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7 4.5v15l12-7.5z" fill="currentColor" />
    </Icon>
  )
}

/** A chevron forward in reading direction, to the right in English, or back with `back`. */
export function ChevronIcon({ size, back = false }: IconProps & { back?: boolean }) {
  return (
    <Icon {...(size ? { size } : {})} isDirected>
      <path d={back ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'} />
    </Icon>
  )
}
