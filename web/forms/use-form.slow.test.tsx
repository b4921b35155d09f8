import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AccountProvider } from '../store/account-context.tsx'
import { AccountDb } from '../store/account-db.ts'
import { deviceDb } from '../store/device-db.ts'
import { clearDraft, readDraft, saveDraft } from '../store/drafts.ts'
import { StorageFailure } from '../store/outbox.ts'
import { sessionOf } from '../testing/test-account.ts'
import { useForm } from './use-form.ts'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true

type Cleared = { reset: () => Promise<void>; clearDraft: () => Promise<void> }
type Save = (
  values: { name: string; place: string },
  form: Cleared,
  seen: object,
) => Promise<Record<string, string> | undefined>
let db: AccountDb
let root: Root

const EMPTY = { name: '', place: '' }

function Form({ save, initial }: { save: Save; initial: typeof EMPTY }) {
  const form: ReturnType<typeof useForm<{ name: string; place: string }>> = useForm({
    initial,
    ...(initial !== EMPTY && { row: initial }),
    draftKey: 'notice',
    check: ({ place }): Record<string, string> => (place ? {} : { place: 'Place is required.' }),
    save: (values, seen) => save(values, form, seen),
  })
  const name = form.bind('name')
  const place = form.bind('place')
  return (
    <form {...form.props}>
      <input name="name" value={name.value} onChange={name.onChange} />
      <input name="place" value={place.value} onChange={place.onChange} />
      <p id="error">{place.error}</p>
      <p id="failure">{form.failure}</p>
      <p id="restored">{String(form.restored)}</p>
    </form>
  )
}

const text = (id: string) => document.getElementById(id)?.textContent
const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name=${name}]`) as HTMLInputElement
const submit = () => act(async () => void document.querySelector('form')?.requestSubmit())

async function type(name: string, value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    set?.call(field(name), value)
    field(name).dispatchEvent(new Event('input', { bubbles: true }))
  })
}

async function show(save: Save, initial = EMPTY) {
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.getElementById('root') as HTMLElement)
  const account = { db, author: { name: 'Ada', email: 'ada@example.com' } }
  await act(async () => {
    root.render(
      <AccountProvider account={account}>
        <Form save={save} initial={initial} />
      </AccountProvider>,
    )
  })
}

beforeEach(async () => {
  db = new AccountDb(crypto.randomUUID())
  await deviceDb.session.put(sessionOf(db.uid))
})
afterEach(async () => {
  await act(async () => root.unmount())
  await deviceDb.session.clear()
  await db.delete()
})

it('says what is wrong, focuses the first wrong field and saves nothing', async () => {
  const save = vi.fn<Save>()
  await show(save)
  await submit()
  expect(text('error')).toBe('Place is required.')
  expect(document.activeElement).toBe(field('place'))
  expect(save).not.toHaveBeenCalled()
})

it('sends once, however often it is submitted', async () => {
  let finish = () => {}
  const save = vi.fn<Save>(() => new Promise((resolve) => (finish = () => resolve(undefined))))
  await show(save)
  await type('place', 'Berlin')
  await submit()
  await submit()
  await act(async () => finish())
  expect(save).toHaveBeenCalledTimes(1)
})

it('keeps what was typed where the phone stores nothing, and says so', async () => {
  await show(() => Promise.reject(new StorageFailure('full')))
  await type('place', 'Berlin')
  await submit()
  expect(text('failure')).toContain('storage is full')
  expect(field('place').value).toBe('Berlin')
})

it('shows a refusal beside its field, and the rest of it as a whole', async () => {
  await show(async () => ({ place: 'Place is too far.', form: 'The event is full.' }))
  await type('place', 'Berlin')
  await submit()
  expect(text('error')).toBe('Place is too far.')
  expect(text('failure')).toBe('The event is full.')
})

it('brings back what was typed, and forgets it once it is sent', async () => {
  await saveDraft(db, 'notice', { place: 'Berlin', unknown: 'x' })
  await show(async () => undefined)
  await vi.waitFor(() => expect(text('restored')).toBe('true'), 10_000)
  expect(field('place').value).toBe('Berlin')
  await submit()
  expect(await readDraft(db, 'notice')).toBeNull()
})

it('keeps what was typed after a rejection, although the queued edit deleted its draft', async () => {
  await show(async () => {
    await clearDraft(db, 'notice')
    return { place: 'Place is too far.' }
  })
  const kept = { place: 'Berlin' }
  await type('place', 'Berlin')
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toEqual(kept), 10_000)
  await submit()
  expect(await readDraft(db, 'notice')).toBeNull()
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toEqual(kept), 10_000)
})

it('keeps what was typed while the edit waited for its rejection', async () => {
  const rejection = Promise.withResolvers<Record<string, string>>()
  await show(() => rejection.promise)
  await type('place', 'Berlin')
  await submit()
  await type('place', 'Bremen')
  await act(async () => rejection.resolve({ place: 'Place is too far.' }))
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await readDraft(db, 'notice')).toEqual({ place: 'Bremen' })
})

it('offers what was typed over what somebody else has changed since', async () => {
  await show(async () => undefined)
  await type('place', 'Kiel')
  await act(async () => root.unmount())
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toEqual({ place: 'Kiel' }), 10_000)
  await show(async () => undefined, { name: 'Changed', place: 'Bremen' })
  await vi.waitFor(() => expect(field('place').value).toBe('Kiel'), 10_000)
  expect(field('name').value).toBe('Changed')
})

it('INV-9 what a draft brings back is told with what it was when it was typed', async () => {
  const seen = vi.fn(async () => undefined)
  await show(seen, { name: 'Ada', place: 'Berlin' })
  await type('place', 'Kiel')
  await act(async () => root.unmount())
  const kept = { place: 'Kiel', seen: { place: 'Berlin' } }
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toEqual(kept), 10_000)
  await show(seen, { name: 'Eva', place: 'Bremen' })
  await vi.waitFor(() => expect(field('place').value).toBe('Kiel'), 10_000)
  await type('place', 'Kiel!')
  await type('name', 'Eve')
  const more = { place: 'Kiel!', name: 'Eve', seen: { place: 'Berlin', name: 'Eva' } }
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toEqual(more), 10_000)
  await submit()
  expect(seen).toHaveBeenCalledWith({ name: 'Eve', place: 'Kiel!' }, expect.anything(), {
    name: 'Eva',
    place: 'Berlin',
  })
})

it('overwrites no draft that it could not read at first', async () => {
  await saveDraft(db, 'notice', { name: 'Ada', place: 'Berlin' })
  const lost = () => Promise.reject(new DOMException('Connection to Indexed Database server lost', 'UnknownError'))
  const get = vi.spyOn(db.drafts, 'get').mockImplementation(lost as never)
  await show(async () => undefined)
  await type('place', 'Bremen')
  await new Promise((resolve) => setTimeout(resolve, 500))
  get.mockRestore()
  await vi.waitFor(() => expect(field('name').value).toBe('Ada'), 10_000)
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toEqual({ name: 'Ada', place: 'Bremen' }), 10_000)
})

it('keeps an unfinished form when it is left', async () => {
  await show(async () => undefined)
  await type('name', 'Ada')
  await act(async () => root.unmount())
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toEqual({ name: 'Ada' }), 10_000)
})

it('restores the other fields where somebody types before the draft is read', async () => {
  await saveDraft(db, 'notice', { name: 'Ada', place: 'Berlin' })
  const read = Promise.withResolvers<void>()
  const stored = await db.drafts.get('notice')
  const spy = vi.spyOn(db.drafts, 'get').mockImplementationOnce((() => read.promise.then(() => stored)) as never)
  await show(async () => undefined)
  await type('place', 'Bremen')
  await new Promise((resolve) => setTimeout(resolve, 500))
  spy.mockRestore()
  expect(await readDraft(db, 'notice')).toEqual({ name: 'Ada', place: 'Berlin' })
  await act(async () => read.resolve())
  await vi.waitFor(() => expect(field('name').value).toBe('Ada'), 10_000)
  expect(field('place').value).toBe('Bremen')
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toEqual({ name: 'Ada', place: 'Bremen' }), 10_000)
})

it('keeps the draft of an edit that was begun while the last one waited for its verdict', async () => {
  const verdict = Promise.withResolvers<undefined>()
  await show(async (_, form) => {
    await form.reset()
    return verdict.promise
  })
  await type('place', 'Berlin')
  await submit()
  await vi.waitFor(() => expect(field('place').value).toBe(''), 10_000)
  await type('place', 'Next')
  await act(async () => verdict.resolve(undefined))
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toEqual({ place: 'Next' }), 10_000)
})

it('brings nothing back of a form that was sent, also where somebody typed while it waited', async () => {
  const verdict = Promise.withResolvers<undefined>()
  await show(async (_, form) => {
    await form.clearDraft()
    return verdict.promise
  })
  await type('place', 'Berlin')
  await submit()
  await vi.waitFor(async () => expect(await readDraft(db, 'notice')).toBeNull(), 10_000)
  await type('name', 'Ada')
  await new Promise((resolve) => setTimeout(resolve, 450))
  expect(await readDraft(db, 'notice')).toBeNull()
  await act(async () => verdict.resolve(undefined))
  await act(async () => root.render(null))
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(await readDraft(db, 'notice')).toBeNull()
})
