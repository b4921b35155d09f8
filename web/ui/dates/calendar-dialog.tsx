import { useMemo } from 'react'
import { DayPicker } from 'react-day-picker'
import * as texts from '../../texts/compiled/ui.js'
import { LANGUAGES, language, localeOf } from '../../texts/languages.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { ChevronIcon } from '../icons/icon.tsx'

const YEARS_AHEAD = 10
const YEARS_BACK = 2

type CalendarDialogProps = {
  title: string
  /** `yyyy-mm-dd`, or null. */
  day: string | null
  onChoose: (day: string) => void
  onClose: () => void
}

const NAV_BUTTON = 'flex size-11 items-center justify-center rounded-md hover:bg-sunken aria-disabled:opacity-40'
const CLASSES = {
  root: 'w-full',
  months: 'relative',
  month: 'w-full',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: NAV_BUTTON,
  button_next: NAV_BUTTON,
  month_caption: 'mx-12 flex h-11 items-center justify-center font-semibold',
  dropdowns: 'relative z-1 flex items-center gap-1',
  dropdown_root: 'relative',
  dropdown: 'min-h-11 rounded-md border-2 border-transparent bg-transparent px-1 font-semibold hover:bg-sunken',
  caption_label: 'hidden',
  month_grid: 'mt-2 w-full table-fixed border-collapse',
  weekday: 'pb-1 text-center text-sm font-semibold text-ink-soft',
  day: 'p-0 text-center',
  day_button:
    'numeral inline-flex h-11 w-full max-w-12 items-center justify-center rounded-full border-2 border-transparent text-base hover:bg-sunken',
  today: 'text-flare-text underline underline-offset-4',
  selected: '[&>button]:bg-action [&>button]:text-on-action',
  outside: '[&>button]:font-medium [&>button]:text-ink-soft',
}

const DAY_NAME = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

/** The accessible names of the calendar's parts. */
function labels() {
  const dayName = new Intl.DateTimeFormat(localeOf('en-GB'), DAY_NAME)
  return {
    /** The name of a day contains the visible number, so that voice control finds the button. */
    labelDayButton: (date: Date, { today, selected }: Record<string, boolean | undefined>) => {
      const day = dayName.format(date)
      if (today) return selected ? texts.todaySelected({ day }) : texts.today({ day })
      return selected ? texts.daySelected({ day }) : day
    },
    labelGrid: (month: Date) =>
      new Intl.DateTimeFormat(localeOf('en-US'), { month: 'long', year: 'numeric' }).format(month),
    labelPrevious: texts.previousMonth,
    labelNext: texts.nextMonth,
    labelMonthDropdown: texts.chooseMonth,
    labelYearDropdown: texts.chooseYear,
  }
}

/** How the calendar writes months and days. English is what the library writes by itself. */
function formatters() {
  if (localeOf('en') === 'en') return {}
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeOf('en'), options)
    return (date: Date) => format.format(date)
  }
  const day = new Intl.NumberFormat(localeOf('en'))
  return {
    formatCaption: by({ month: 'long', year: 'numeric' }),
    formatMonthDropdown: by({ month: 'long' }),
    formatYearDropdown: by({ year: 'numeric' }),
    formatWeekdayName: by({ weekday: 'short' }),
    formatDay: (date: Date) => day.format(date.getDate()),
  }
}

/** The first day of the week, 0 for Sunday. It is Monday in English, and where the browser does not know it. */
function firstDayOfWeek(): 0 | 1 | 2 | 3 | 4 | 5 | 6 {
  const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(localeOf('en'))
  const first = localeOf('en') === 'en' ? 1 : (locale.getWeekInfo?.().firstDay ?? 1)
  // `Intl` counts Sunday as 7.
  return (first % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6
}

/** A calendar that shows one month. Arrow keys move by day and week, Page Up and Page Down by month. */
export function CalendarDialog({ title, day, onChoose, onClose }: CalendarDialogProps) {
  const selected = day ? toLocal(day) : undefined
  const named = useMemo(labels, [])
  const written = useMemo(formatters, [])
  const year = new Date().getFullYear()
  const startYear = Math.min(year - YEARS_BACK, selected?.getFullYear() ?? year)
  const endYear = Math.max(year + YEARS_AHEAD, selected?.getFullYear() ?? year)
  return (
    <Dialog title={title} onClose={onClose} size="sm">
      <DayPicker
        mode="single"
        required
        autoFocus
        selected={selected}
        defaultMonth={selected ?? new Date()}
        onSelect={(chosen) => chosen && onChoose(toDay(chosen))}
        captionLayout="dropdown"
        startMonth={new Date(startYear, 0)}
        endMonth={new Date(endYear, 11)}
        weekStartsOn={firstDayOfWeek()}
        formatters={written}
        fixedWeeks
        showOutsideDays
        classNames={CLASSES}
        lang={language()}
        dir={LANGUAGES[language()].direction}
        labels={named}
        components={{ Chevron }}
      />
    </Dialog>
  )
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return <ChevronIcon back={orientation === 'left'} />
}

// The picker uses dates in the phone's zone. Only year, month and day are taken from them.
function toLocal(day: string): Date {
  const [y = 0, m = 1, d = 1] = day.split('-').map(Number)
  return new Date(y, m - 1, d)
}

function toDay(date: Date): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}
