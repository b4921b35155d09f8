import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { useMenu } from './use-menu.ts'

function Menu() {
  const [isOpen, setOpen] = useMenu('things')
  return (
    <>
      <button type="button" aria-controls="things" onClick={() => setOpen(!isOpen)}>
        <b>Menu</b>
      </button>
      <ul id="things">
        <li>{isOpen ? 'open' : 'closed'}</li>
      </ul>
      <p>elsewhere</p>
    </>
  )
}

it('a tap outside closes a menu, and one in it or on its button does not', async () => {
  const { box, text, tap, leave } = renderPart(await emptyAccount(), <Menu />)
  await until(() => expect(text()).toContain('closed'))
  tap('Menu')
  await until(() => expect(text()).toContain('open'))
  const press = (what: string) => box.querySelector(what)?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  press('li')
  press('b')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(text()).toContain('open')
  press('p')
  await until(() => expect(text()).toContain('closed'))
  leave()
})

it('Escape closes a menu, and gives its button the focus', async () => {
  const { box, text, tap, leave } = renderPart(await emptyAccount(), <Menu />)
  await until(() => expect(text()).toContain('closed'))
  tap('Menu')
  await until(() => expect(text()).toContain('open'))
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await until(() => expect(text()).toContain('closed'))
  expect(document.activeElement).toBe(box.querySelector('button'))
  leave()
})
