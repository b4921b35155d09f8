import { lines } from './icon.tsx'

// The icons of the bars at the top and at the bottom.

/** A house, for the home page. */
export const HomeIcon = lines('M3.5 11.5L12 4l8.5 7.5M6 10v10h4.5v-5.5h3V20H18V10')

/** Lanes that go into a bend, for the marathons. */
export const TrackIcon = lines('M3 6h7.5A9.5 9.5 0 0 1 20 15.5V21M3 11.5h7A4.5 4.5 0 0 1 14.5 16v5M3 17h6v4')

/** A bib with its pins, for one's own entries. */
export const EntryIcon = lines('M3.5 5.5h17v13h-17zM6.8 8.6v.1M17.2 8.6v.1M8.5 13.5h7')

/** A flag at a start line, for organising. */
export const OrganiseIcon = lines('M6 21V4M6 5h13l-3 4 3 4H6')

/** A globe, for the languages. */
export const GlobeIcon = lines(
  'M3.5 12h17M12 3.3c5 5 5 12.4 0 17.4M12 3.3c-5 5-5 12.4 0 17.4M3.3 12a8.7 8.7 0 1 0 17.4 0a8.7 8.7 0 1 0-17.4 0',
)
