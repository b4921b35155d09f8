import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { EventPicture } from './event-picture.tsx'
import { editValues } from './marathon-rules.ts'
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

it('the folded settings say what is set, and open with the focus on what is wrong in them', async () => {
  const marathon = { ...event, organisedBy: 'Harbour Runners' }
  const { leave } = renderPart(await emptyAccount(), <UpdateMarathon marathon={marathon} onClose={() => undefined} />)
  await choice()
  const dayField = () => document.querySelector<HTMLInputElement>('input[name=handOverUntil]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(dayField(), 'some day')
  dayField()?.dispatchEvent(new Event('input', { bubbles: true }))
  settings()?.querySelector('summary')?.click()
  await until(() => expect(dayField()).toBeNull())
  expect(settings()?.textContent).toBe('More settingsHanding on until and Organised by')
  document.querySelector('form')?.requestSubmit()
  await until(() => expect(document.activeElement).toBe(dayField()))
  expect(dayField()?.value).toBe('some day')
  expect(settings()?.textContent).toContain('Handing on until must be a date like')
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

const staffField = (label: string) => JSON.stringify([{ id: 'paid00', isShown: false, label }])
const THEIRS = { ...event, location: 'Harbour', staffFields: staffField('Theirs') }
const draftKey = 'update-marathon:event-0001'
const submit = async () => (await choice()).form?.requestSubmit()

it('a draft that others overtook is sent from what it began with, so that the two clash', async () => {
  const db = await emptyAccount()
  const seen = { staffFields: staffField('Before'), location: 'Old Town' }
  const values = { staffFields: staffField('Mine'), location: 'Quay', seen }
  await db.drafts.put({ key: draftKey, values, at: Date.now() })
  const { leave } = renderPart(db, <UpdateMarathon marathon={THEIRS} onClose={() => undefined} />)
  await until(() => expect(document.body.textContent).toContain('Mine'))
  await submit()
  const [sent] = await until(async () => {
    const ops = await db.outbox.toArray()
    expect(ops).toHaveLength(1)
    return ops
  })
  expect(sent?.op).toMatchObject({
    patch: { staffFields: staffField('Mine'), location: 'Quay' },
    base: { staffFields: staffField('Before'), location: 'Old Town' },
  })
  leave()
})

it('a start typed before somebody moved it clashes; a time typed back sends nothing', async () => {
  const shown = editValues(event)
  const typed = async (startTime: string) => {
    const db = await emptyAccount()
    const seen = { startDate: event.startDate }
    const values = { startDate: shown.startDate, startTime, seen }
    await db.drafts.put({ key: 'edit-marathon:event-0001', values, at: Date.now() })
    const onClose = vi.fn()
    const moved = { ...event, startDate: new Date(Date.parse(event.startDate) + 3_600_000).toISOString() }
    const { leave } = renderPart(db, <EditMarathon marathon={moved} onClose={onClose} />)
    await until(() => expect(document.body.textContent).toContain('What you typed is back.'))
    await submit()
    await until(() => expect(onClose).toHaveBeenCalled())
    leave()
    return (await db.outbox.toArray()).map(({ op: { base, patch } }) => ({ base, patch }))
  }
  const [edit] = await typed('23:59')
  expect(edit?.base).toEqual({ startDate: event.startDate })
  expect(Object.keys(edit?.patch ?? {})).toEqual(['startDate'])
  expect(await typed(shown.startTime)).toEqual([])
})

let change: (marathon: typeof event) => void = () => undefined
function Changed({ first }: { first: typeof event }) {
  const [marathon, set] = useState(first)
  change = set
  return <UpdateMarathon marathon={marathon} onClose={() => undefined} />
}

it('an open dialog keeps what it began with, and sends nothing that others changed', async () => {
  const db = await emptyAccount()
  const begun = { ...event, staffFields: staffField('Before') }
  const { leave } = renderPart(db, <Changed first={begun} />)
  await choice()
  change({ ...begun, staffFields: staffField('Theirs'), questions: QUESTIONS })
  const details = [...document.querySelectorAll('details')].find((one) => one.textContent?.includes('Before'))
  details?.querySelector('summary')?.click()
  const remove = await until(() => {
    const button = details?.querySelector<HTMLButtonElement>('button[aria-label*="Before"]')
    if (!button) throw new Error(`not rendered: ${details?.innerHTML}`)
    return button
  })
  remove.click()
  await until(async () =>
    expect((await db.drafts.get(draftKey))?.values).toEqual({
      staffFields: '',
      seen: { staffFields: staffField('Before') },
    }),
  )
  await submit()
  await until(async () =>
    expect((await db.outbox.toArray())[0]?.op).toMatchObject({
      patch: { staffFields: '' },
      base: { staffFields: staffField('Before') },
    }),
  )
  expect((await db.outbox.toArray())[0]?.op.patch).not.toHaveProperty('questions')
  leave()
})

const QUESTIONS = JSON.stringify([{ id: 'club00', isRequired: false, kind: 'club', label: '', staffSees: false }])

/** The field of the way in which places are given, which is folded at first. */
async function choice(): Promise<HTMLSelectElement> {
  const select = () => document.querySelector<HTMLSelectElement>('select[name=registration]')
  await until(() => expect(settings()).toBeDefined())
  if (!select()) settings()?.querySelector('summary')?.click()
  return until(() => {
    const found = select()
    if (!found) throw new Error('not rendered')
    return found
  })
}

function settings(): HTMLDetailsElement | undefined {
  return [...document.querySelectorAll('details')].find((one) => one.textContent.startsWith('More settings'))
}
