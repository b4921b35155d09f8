import { expect, it } from 'vitest'
import type { ApplicationView } from '../../data/overlay.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { applicationRow, emptyAccount } from '../../testing/test-account.ts'
import { FindPerson } from './find-person.tsx'

const ADA: ApplicationView = { ...applicationRow('entry-ada', 'event-0001', { lastName: 'Adason' }), pending: null }
const nothing = () => undefined

async function search(text: string, isFetching: boolean) {
  const part = renderPart(
    await emptyAccount(),
    <FindPerson
      entrants={[ADA]}
      isFetching={isFetching}
      onSearching={nothing}
      timeZone="UTC"
      now={0}
      scan={nothing}
      undo={nothing}
    />,
  )
  const box = await until(() => part.box.querySelector('input') ?? Promise.reject(new Error('not rendered')))
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
  const status = () => part.box.querySelector('[role=status]')?.textContent
  return { status, leave: part.leave }
}

it.each([
  ['', false, ''],
  ['', true, 'The list of entrants is not complete yet.'],
  ['bob', false, 'Nobody has this name or bib.'],
  ['bob', true, 'Nobody found so far. The list of entrants is not complete yet.'],
  ['ada', false, '1 runner'],
  ['ada', true, '1 runner so far. The list of entrants is not complete yet.'],
])('says of the search %j, while entrants are still to come: %s', async (text, isFetching, said) => {
  const { status, leave } = await search(text, isFetching)
  await until(() => expect(status()).toBe(said))
  leave()
})
