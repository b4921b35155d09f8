import { Icon, type IconProps } from './icon.tsx'

// The icons of the bars at the top and at the bottom.

/** A house, for the home page. */
export function HomeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 11.5L12 4l8.5 7.5M6 10v10h4.5v-5.5h3V20H18V10" />
    </Icon>
  )
}

/** Lanes that go into a bend, for the marathons. */
export function TrackIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 6h7.5A9.5 9.5 0 0 1 20 15.5V21M3 11.5h7A4.5 4.5 0 0 1 14.5 16v5M3 17h6v4" />
    </Icon>
  )
}

/** A bib with its pins, for one's own entries. */
export function EntryIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 5.5h17v13h-17zM6.8 8.6v.1M17.2 8.6v.1M8.5 13.5h7" />
    </Icon>
  )
}

/** A flag at a start line, for organising. */
export function OrganiseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 21V4M6 5h13l-3 4 3 4H6" />
    </Icon>
  )
}

/** A globe, for the languages. */
export function GlobeIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="8.7" />
      <path d="M3.5 12h17M12 3.3c5 5 5 12.4 0 17.4M12 3.3c-5 5-5 12.4 0 17.4" />
    </Icon>
  )
}
