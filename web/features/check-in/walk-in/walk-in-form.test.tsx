import { expect, it } from 'vitest'
import type { WalkInFields } from '../../../../contract/application.ts'
import { until } from '../../../testing/render-hook.tsx'
import { renderPart } from '../../../testing/render-part.tsx'
import { emptyAccount, marathonRow } from '../../../testing/test-account.ts'
import { WalkInForm } from './walk-in-form.tsx'

const nothing = () => undefined

it('who does not want the name in results is entered so, and the next one is not', async () => {
  const entered: WalkInFields[] = []
  const marathon = { ...marathonRow('event-0001', { role: 'desk', capacity: null }), pending: null }
  const bibs = { next: null, message: '', errors: () => ({}), onHandedOut: nothing }
  const { box, leave } = renderPart(
    await emptyAccount(),
    <WalkInForm
      marathon={marathon}
      all={[]}
      bibs={bibs as unknown as Parameters<typeof WalkInForm>[0]['bibs']}
      takeBib={{ current: null }}
      isScanning={false}
      onScanning={nothing}
      scan={nothing}
      enter={async (fields) => entered.push(fields) > 0}
      onClose={nothing}
    />,
  )
  const input = (name: string) => box.querySelector<HTMLInputElement>(`input[name=${name}]`)
  const type = (name: string, text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(name), text)
    input(name)?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const tick = () => box.querySelector<HTMLInputElement>('input[type=checkbox]') as HTMLInputElement
  const enter = async (firstName: string) => {
    type('firstName', firstName)
    type('lastName', 'Gate')
    // A tap while the last one is being stored does nothing.
    await until(() => {
      box.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      expect(entered.at(-1)?.firstName).toBe(firstName)
    })
  }
  await until(() => expect(input('firstName')).not.toBeNull())
  tick().click()
  await until(() => expect(tick().checked).toBe(true))
  await enter('Ada')
  await until(() => expect(tick().checked).toBe(false))
  await enter('Bo')
  expect(entered.map(({ hidesName }) => hidesName)).toEqual([true, undefined])
  leave()
})
