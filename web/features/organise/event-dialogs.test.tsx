import { expect, it } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { EventPicture } from './event-picture.tsx'
import { EditMarathon, UpdateMarathon } from './update-marathon.tsx'
import { WriteNotice } from './write-notice.tsx'

const event = { ...marathonRow('event-0001', { role: 'owner' }), pending: null }

it('a drawing that was chosen is shown among the drawings alone', async () => {
  const bound = { name: 'image', error: undefined, onChange: () => undefined }
  const { box, leave } = renderPart(
    await emptyAccount(),
    <>
      <EventPicture {...bound} value={`${location.origin}/samples/sample-3.svg`} />
      <EventPicture {...bound} value="no address" />
    </>,
  )
  const previews = () => [...box.querySelectorAll('[role=status]')].map((one) => one.children.length)
  await until(() => expect(previews()[1]).toBe(1))
  expect(previews()[0]).toBe(0)
  expect(box.querySelectorAll('[aria-pressed=true]')).toHaveLength(1)
  leave()
})

it('what is typed of a notice is there again', async () => {
  const db = await emptyAccount()
  const first = renderPart(db, <WriteNotice marathon={event} />)
  await until(() => expect(first.box.querySelector('textarea')).not.toBeNull())
  first.type('Parking is at Pier 7.')
  await until(async () => expect(await db.drafts.count()).toBe(1))
  first.leave()
  const second = renderPart(db, <WriteNotice marathon={event} />)
  await until(() => expect(second.text()).toContain('What you typed is back.'))
  expect(second.box.querySelector('textarea')?.value).toBe('Parking is at Pier 7.')
  second.leave()
})

it('a ballot without capacity is refused at its choice, where the dialog has no capacity', async () => {
  const { leave } = renderPart(await emptyAccount(), <UpdateMarathon marathon={event} onClose={() => undefined} />)
  const select = await choice()
  expect(select.disabled).toBe(false)
  // Who wants to change the start is led to where that is.
  expect(document.querySelector('form a')?.getAttribute('href')).toBe('/dashboard/myMarathons/event-0001')
  select.value = 'ballot'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await until(() => expect(select.value).toBe('ballot'))
  select.form?.requestSubmit()
  await until(() => expect(select.getAttribute('aria-invalid')).toBe('true'))
  leave()
})

it.each(['regCount', 'waitingCount', 'enteredCount'] as const)(
  'the way in which places are given stays once somebody has applied: %s',
  async (count) => {
    const marathon = { ...event, [count]: 1 }
    const { leave } = renderPart(await emptyAccount(), <EditMarathon marathon={marathon} onClose={() => undefined} />)
    expect((await choice()).disabled).toBe(true)
    leave()
  },
)

function choice(): Promise<HTMLSelectElement> {
  return until(() => {
    const select = document.querySelector<HTMLSelectElement>('select[name=registration]')
    if (!select) throw new Error('not rendered')
    return select
  })
}
