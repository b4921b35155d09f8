import { expect, it } from 'vitest'
import type { CheckInView } from '../../store/overlay.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, checkInRow, emptyAccount } from '../../testing/test-account.ts'
import type { Double } from './doubles.ts'
import { Doubles, DoublesNote } from './doubles.tsx'

const double = (firstName: string, times: number): Double => ({
  application: applicationRow(`entry-${firstName}`, 'event-0001', { firstName, lastName: 'Adason' }),
  checkIns: Array.from({ length: times }, (_, n): CheckInView => {
    return { ...checkInRow(`scan-${firstName}-${n}`, 'event-0001', `entry-${firstName}`), pending: null }
  }),
})

async function show(doubles: Double[] | undefined) {
  const part = renderPart(
    await emptyAccount(),
    <>
      <DoublesNote doubles={doubles} />
      <Doubles doubles={doubles} timeZone="UTC" now={0} undo={() => undefined} />
    </>,
  )
  const status = await until(() => part.box.querySelector('[role=status]') ?? Promise.reject(new Error('not rendered')))
  return { ...part, status: () => status.textContent }
}

it.each([
  [undefined, ''],
  [[], ''],
  [[double('Ana', 2)], 'Ana Adason was scanned twice'],
  [[double('Ana', 3)], 'Ana Adason was scanned 3 times'],
  [['Ana', 'Bo', 'Cem'].map((name) => double(name, 2)), '3 people were scanned more than once'],
])('says at the top who was scanned twice (%#)', async (doubles, said) => {
  const { status, leave } = await show(doubles)
  expect(status()).toBe(said)
  leave()
})

it('leads to the section, where each of them can be undone', async () => {
  const { tap, leave } = await show([double('Ana', 2)])
  tap('Ana Adason was scanned twice')
  expect(document.activeElement?.tagName).toBe('SECTION')
  expect(document.activeElement?.textContent).toContain('Checked in more than once: 1')
  leave()
})
