import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useAuthForm } from './use-auth-form.ts'

const shown = vi.hoisted(() => ({ language: 'en' }))
vi.mock('../../texts/languages.ts', async (original) => ({
  ...(await original<typeof import('../../texts/languages.ts')>()),
  language: () => shown.language,
}))
afterEach(() => {
  shown.language = 'en'
})

function Form() {
  const { props } = useAuthForm(async () => undefined)
  return (
    <form {...props}>
      <input name="email" />
      <input name="password" type="password" />
    </form>
  )
}
const box = document.body.appendChild(document.createElement('div'))
const field = (name: string) => box.querySelector<HTMLInputElement>(`input[name=${name}]`) as HTMLInputElement

/** The form as it is after all screens have started anew. */
function startAnew(change: () => void) {
  const root = createRoot(box)
  flushSync(() => root.render(<Form key="before" />))
  field('email').value = 'ada@example.com'
  field('password').value = 'Marathon1'
  change()
  flushSync(() => root.render(<Form key="after" />))
  const typed = [field('email').value, field('password').value]
  flushSync(() => root.unmount())
  return typed
}

it('keeps what was typed when the language changes', () => {
  const typed = startAnew(() => {
    shown.language = 'de'
  })
  expect(typed).toEqual(['ada@example.com', 'Marathon1'])
})

it('begins empty when it is opened again for another reason, and after that too', () => {
  expect(startAnew(() => undefined)).toEqual(['', ''])
  expect(startAnew(() => undefined)).toEqual(['', ''])
})
