import { afterEach, expect, it, vi } from 'vitest'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import { Chips } from './chips.tsx'
import { SearchField } from './search-field.tsx'
import { StickySearch } from './sticky-search.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const CHIPS = [
  { value: 'all', label: 'All', count: 1200 },
  { value: 'here', label: 'Here', count: 0 },
  { value: 'there', label: 'There', count: null },
]

async function open(isPhone: boolean) {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isPhone } as MediaQueryList)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  const part = renderPart(
    await emptyAccount(),
    <StickySearch>
      <SearchField label="Search" />
      <Chips legend="Show" name="show" chips={CHIPS} value="all" onChange={() => undefined} />
    </StickySearch>,
  )
  await until(() => expect(part.text()).toContain('There'))
  const focus = async (type: string) => {
    part.box.querySelector<HTMLInputElement>(`[type=${type}]`)?.focus()
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return scroll.mock.calls.length
  }
  return { ...part, focus }
}

it('goes to the top where somebody types on a phone, and not for a chip', async () => {
  const { focus, leave } = await open(true)
  expect(await focus('radio')).toBe(0)
  expect(await focus('search')).toBe(1)
  leave()
})

it('stays where it is on a wide screen', async () => {
  const { focus, leave } = await open(false)
  expect(await focus('search')).toBe(0)
  leave()
})

it('chips show their numbers, also 0, and none that is not known', async () => {
  const { box, leave } = await open(false)
  expect([...box.querySelectorAll('label')].map((one) => one.textContent)).toEqual(['All1,200', 'Here0', 'There'])
  leave()
})
