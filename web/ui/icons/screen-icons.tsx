import { type IconProps, lines } from './icon.tsx'

// The icons of single screens. Those of icon.tsx are in the first code of every page.

/** A pencil, for editing. */
export const EditIcon = lines('M4 20h4L19 9l-4-4L4 16zM13 7l4 4')

/** A bin, for deleting. */
export const DeleteIcon = lines('M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5')

/** A calendar, for dates. */
export const CalendarIcon = lines('M4 6h16v14H4zM4 10.5h16M8 3v4M16 3v4')

/** Two sliders, for filters. */
export const FilterIcon = lines(
  'M4 7h10M18 7h2M4 17h2M10 17h10M14 7a2 2 0 1 0 4 0a2 2 0 1 0-4 0M6 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
)

/** An arrow out of a box, for sharing. */
export const ShareIcon = lines('M12 15V4M8 7.5L12 3.5l4 4M5 12v8h14v-8')

/** A map pin, for places. */
export const PinIcon = lines(
  'M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21zM9.7 9.5a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0',
)

/** A telephone. */
export const PhoneIcon = lines(
  'M5 4h4l1.5 5-2.3 1.6a12 12 0 0 0 5.2 5.2L15 13.5l5 1.5v4a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4z',
)

/** An envelope, for emails. */
export const MailIcon = lines('M3.5 6h17v12h-17zM4 7l8 6 8-6')

/** An arrow down, for downloads. */
export const DownloadIcon = lines('M12 4v11M8 11.5l4 4 4-4M5 20h14')

/** A printer. */
export const PrintIcon = lines('M7 8V4h10v4M7 17H4V8h16v9h-3M7 14h10v6H7z')

/** A person and three dots, for who is still on the way. */
export const OutIcon = lines(
  'M3 20v-1.5a5 5 0 0 1 5-5h1.5a5 5 0 0 1 3.4 1.3M14.5 19.5v.1M18 19.5v.1M21.5 19.5v.1M5.2 7.5a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0',
)

/** A check mark, for yes. */
export const CheckIcon = lines('M4 12.5l5.5 5.5L20 6.5')

/** A triangle with an exclamation mark, for what somebody must look at. */
export const WarningIcon = lines('M12 3.5L22 20.5H2zM12 10v4.5M12 17.2v.3')

/** A camera. */
export const CameraIcon = lines('M3.5 7.5H8L9.5 5h5L16 7.5h4.5v12h-17zM8.4 13a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0')

/** An arrow that turns back, for undoing. */
export const UndoIcon = lines('M8.5 4.5L4 9l4.5 4.5M4 9h10a5.5 5.5 0 0 1 0 11h-4', true)

/** A clock, for what was done. */
export const HistoryIcon = lines('M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7.5V12l3 2')

/** A stopwatch, for who crossed a line when. */
export const StopwatchIcon = lines('M4 13.5a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 9v4.5M9.5 2.5h5')

/** A chequered flag. */
export const FlagIcon = lines('M5 21.5V3.5M5 4.5h14v9H5M9.5 4.5v9M14.5 4.5v9M5 9h14')

/** A bell, for what one was told. */
export const BellIcon = lines('M6 16V11a6 6 0 0 1 12 0v5l1.5 2.5h-15zM10 21h4')

const SoundOn = lines('M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11')
const SoundOff = lines('M4 9.5h3.5L12 5.5v13l-4.5-4H4zM16 9.5l5 5M21 9.5l-5 5')

/** A loudspeaker; with `off` it is crossed out. */
export function SoundIcon({ off = false, ...props }: IconProps & { off?: boolean }) {
  return off ? <SoundOff {...props} /> : <SoundOn {...props} />
}

/** A QR code, for the code of an entry. */
export const QrCodeIcon = lines('M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v6M14 20h2')

/** Two people, for entrants. */
export const PeopleIcon = lines(
  'M2.5 20v-1.5a5 5 0 0 1 5-5h2a5 5 0 0 1 5 5V20M16 5a3.4 3.4 0 0 1 0 6.6M17.5 13.7a5 5 0 0 1 4 4.8V20M4.9 7.5a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0',
)

/** A person with a check mark, for helpers. */
export const HelperIcon = lines(
  'M3 20v-1.5a5 5 0 0 1 5-5h2.5a5 5 0 0 1 3.5 1.5M14.5 18.5l2.5 2.5 4.5-5M5.6 7.5a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0',
)

/** Six dots, for dragging. */
export const GripIcon = lines('M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1')

/** An arrow up, for moving a row. */
export const UpIcon = lines('M12 19V5M6 11l6-6 6 6')

/** An arrow down, for moving a row. */
export const DownIcon = lines('M12 5v14M6 13l6 6 6-6')

/** A plus, for adding. */
export const PlusIcon = lines('M12 5v14M5 12h14')

/** A chevron down, for what opens below. */
export const ExpandIcon = lines('M5 9l7 7 7-7')
