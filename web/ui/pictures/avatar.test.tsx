import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { Avatar } from './avatar.tsx'

it.each([
  ['Ada Lovelace', 'AL'],
  ['runner@example.com', 'R'],
  ['🏃 Rosa', '🏃R'],
  ['👩‍🚀 Ана', '👩‍🚀А'],
  ['𝒜da', '𝒜'],
  ['e\u0301va ña', 'E\u0301Ñ'],
  ['', '?'],
])('%s is shown as %s', async (name, initials) => {
  const box = document.createElement('div')
  const root = createRoot(box)
  root.render(<Avatar name={name} />)
  await until(() => expect(box.textContent).toBe(initials))
  root.unmount()
})
