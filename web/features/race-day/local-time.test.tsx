import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { readerTimeZone } from '../../ui/format/format.ts'
import { LocalTime } from './local-time.tsx'

const NOW = Date.parse('2027-03-05T08:05:00.000Z')
const shown = (timeZone: string, offsetMs = 3_600_000) =>
  renderToStaticMarkup(<LocalTime now={NOW} timeZone={timeZone} offsetMs={offsetMs} />).replaceAll(/<[^>]*>/g, ' ')

it('shows the time at the start, and in UTC where this browser does not know the zone', () => {
  expect(shown('Asia/Tokyo')).toMatch(/17:05.*at the start \(GMT\+9\)/)
  expect(shown('Nowhere/Land')).toMatch(/08:05.*at the start \(UTC\)/)
})

it('says that the zone is the phone’s where the event’s is not here', () => {
  const own = <LocalTime now={NOW} timeZone={readerTimeZone()} offsetMs={0} isOwnZone />
  expect(renderToStaticMarkup(own)).toContain('The event’s zone is not here.')
  expect(shown(readerTimeZone())).not.toContain('zone is not here')
})

it('says nothing of a phone in the same zone whose clock is a moment behind', () => {
  expect(shown(readerTimeZone(), 20)).toMatch(/Time now at the start\s*$/)
})
