import type { ReactNode } from 'react'

export type IconProps = { size?: number }

/** @param isDirected true if the icon points in reading direction: where one reads from the right, it is mirrored */
function Icon({ size = 24, isDirected = false, children }: IconProps & { isDirected?: boolean; children: ReactNode }) {
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

/** Makes an icon of lines. */
export function lines(path: string, isDirected = false) {
  return (props: IconProps) => (
    <Icon {...props} isDirected={isDirected}>
      <path d={path} />
    </Icon>
  )
}

/** A cross, for closing. */
export const CloseIcon = lines('M6 6l12 12M18 6L6 18')

/** Three lines, for the menu. */
export const MenuIcon = lines('M4 7h16M4 12h16M4 17h16')

/** Two bars, for pausing. */
export const PauseIcon = lines('M8 5v14M16 5v14')

/** A triangle, for playing. */
export function PlayIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7 4.5v15l12-7.5z" fill="currentColor" />
    </Icon>
  )
}

const Forward = lines('M9 5l7 7-7 7', true)
const Back = lines('M15 5l-7 7 7 7', true)

/** A chevron forward in reading direction, to the right in English, or back with `back`. */
export function ChevronIcon({ back = false, ...props }: IconProps & { back?: boolean }) {
  return back ? <Back {...props} /> : <Forward {...props} />
}
