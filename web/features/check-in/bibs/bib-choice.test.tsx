import { expect, it } from 'vitest'
import { until } from '../../../testing/render-hook.tsx'
import { renderPart } from '../../../testing/render-part.tsx'
import { applicationRow, emptyAccount } from '../../../testing/test-account.ts'
import { BibChoice } from './bib-choice.tsx'
import type { Bibs } from './use-bibs.ts'

it('what was wrong with a bib is not said any more once it is cancelled', async () => {
  const entrant = { ...applicationRow('entry-0001', 'event-0001', { firstName: 'Ana' }), pending: null }
  const bibs = { next: 212, errors: () => ({ bib: '17 is with Bo' }), onHandedOut: () => undefined } as unknown as Bibs
  const { box, text, tap, type, leave } = renderPart(
    await emptyAccount(),
    <BibChoice entrant={entrant} bibs={bibs} isOffered handOut={async () => true} />,
  )
  const open = () => [...box.querySelectorAll('button')].find((one) => one.textContent?.startsWith('Other bib'))
  await until(() => expect(open()).toBeDefined())
  open()?.click()
  await until(() => expect(box.querySelector('form')).not.toBeNull())
  type('17')
  tap('Save')
  await until(() => expect(text()).toContain('17 is with Bo'))
  tap('Cancel')
  await until(() => expect(open()).toBeDefined())
  expect(text()).not.toContain('17 is with Bo')
  leave()
})
