import { expect, it } from 'vitest'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import { Notice } from './notice.tsx'

it('shows no broken picture where the drawing is not on this phone, and keeps its place', async () => {
  const part = renderPart(await emptyAccount(), <Notice kind="offline" title="Not here" />)
  await until(() => expect(part.text()).toContain('Not here'))
  const drawing = part.box.querySelector('img')
  expect(drawing?.className).not.toContain('invisible')
  drawing?.dispatchEvent(new Event('error'))
  expect(drawing?.className).toBe('h-30 w-50 invisible')
  part.leave()
})
