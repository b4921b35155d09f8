import { expect, it } from 'vitest'
import type { Role } from '../../../contract/roles.ts'
import { newEntryCode } from '../../../contract/text/entry-code.ts'
import type { ApplicationView } from '../../store/overlay.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { ClaimCode } from './claim-code.tsx'
import { EntrantActions } from './entrant-actions.tsx'
import type { EntrantForm } from './entrant-form.tsx'

const WALK_IN = { mine: false, isClaimed: false, code: newEntryCode() }
const entry = (part: Partial<ApplicationView> = {}): ApplicationView => ({
  ...applicationRow('entry-0001', 'event-0001', { ...WALK_IN, ...part }),
  pending: null,
})

const event = (role: Role | null) => ({ ...marathonRow('event-0001', { role }), pending: null })

it.each<[who: string, role: Role | null, part: Partial<ApplicationView>, isShown: boolean]>([
  ['a desk shows the QR code of a walk-in again', 'desk', {}, true],
  ['an organiser does too', 'organiser', {}, true],
  ['the gate does not', 'gate', {}, false],
  ['an entry with an account has none to show', 'owner', { isClaimed: true }, false],
  ['nor has one whose contact data is erased', 'owner', { firstName: '', lastName: '' }, false],
])('%s', async (_who, role, part, isShown) => {
  const opened: EntrantForm[] = []
  const { text, tap, leave } = renderPart(
    await emptyAccount(),
    <>
      <EntrantActions entrant={entry(part)} marathon={event(role)} onOpen={(form) => opened.push(form)} />
      <p>Read.</p>
    </>,
  )
  await until(() => expect(text()).toContain('Read.'))
  expect(text().includes('QR for the runner')).toBe(isShown)
  if (isShown) {
    tap('QR for the runner')
    expect(opened.map(({ form }) => form)).toEqual(['claim'])
  }
  leave()
})

it.each<[who: string, part: Partial<ApplicationView>, isShown: boolean]>([
  ['an entry without account is corrected', {}, true],
  // Whether results show its name is still to be said.
  ['also once its contact data is erased', { firstName: '', lastName: '' }, true],
  ['of one with an account there is nothing left to correct', { firstName: '', lastName: '', isClaimed: true }, false],
])('%s', async (_who, part, isShown) => {
  const { text, leave } = renderPart(
    await emptyAccount(),
    <EntrantActions entrant={entry(part)} marathon={event('owner')} onOpen={() => undefined} />,
  )
  await until(() => expect(text()).toContain('Withdraw'))
  expect(text().includes('Correct')).toBe(isShown)
  leave()
})

it.each([
  [0, true],
  [3, false],
])('of version %s the dialog has the link, and says until when it waits: %s', async (ver, isUnsent) => {
  const { leave } = renderPart(await emptyAccount(), <ClaimCode entrant={entry({ ver })} onClose={() => undefined} />)
  const said = () => document.body.textContent ?? ''
  await until(() => expect(said()).toContain(`/take/entry-0001.${WALK_IN.code}`))
  expect(said().includes('It works once this phone has sent the entry.')).toBe(isUnsent)
  leave()
})
