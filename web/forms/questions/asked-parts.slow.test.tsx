import { expect, it } from 'vitest'
import type { Question } from '../../../contract/questions/questions.ts'
import { until } from '../../testing/render-hook.tsx'
import { renderPart } from '../../testing/render-part.tsx'
import { emptyAccount } from '../../testing/test-account.ts'
import { useForm } from '../use-form.ts'
import { AskedParts } from './asked-parts.tsx'
// The editors are loaded when a part opens. A busy machine takes long to transform them, so it does before the tests.
import './categories-editor.tsx'
import './question-list.tsx'
import { type AskedField, storedAsked } from './stored-asked.ts'
import { typedQuestions } from './typed-questions.ts'

type Values = Record<AskedField, string>
const NOTHING: Values = { questions: '', categories: '', staffFields: '', splits: '' }
const base = { isRequired: true, staffSees: false }
const SHIRT: Question = { id: 'shirt0', kind: 'choice', label: 'Shirt', options: ['S', 'M'], ...base }
const WAIVER: Question = { id: 'waiver', kind: 'waiver', label: 'Waiver', text: 'Old text', version: 1, ...base }
const saved = (...questions: Question[]): Values => ({ ...NOTHING, questions: JSON.stringify(questions) })

let values = NOTHING
let sent: Values | undefined

function Form({ before, refused }: { before: Values; refused: Record<string, string> }) {
  const form = useForm<Values>({
    initial: before,
    draftKey: 'add-marathon',
    check: () => refused,
    save: async (next) => {
      sent = next
      return undefined
    },
  })
  values = form.values
  return (
    <form noValidate {...form.props}>
      <AskedParts form={form} before={before} day="2027-06-01" />
      <button type="submit">Save</button>
    </form>
  )
}

async function show(before = NOTHING, refused: Record<string, string> = {}, db = undefined as unknown) {
  const account = (db ?? (await emptyAccount())) as Awaited<ReturnType<typeof emptyAccount>>
  const part = renderPart(account, <Form before={before} refused={refused} />)
  await until(() => expect(part.box.querySelectorAll('details')).toHaveLength(4))
  const open = async (name: string) => {
    const details = [...part.box.querySelectorAll('details')].find((one) => one.textContent?.startsWith(name))
    details?.querySelector('summary')?.click()
    await until(() => expect(details?.querySelector('fieldset')).not.toBeNull())
  }
  const labelled = (name: string) => part.box.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  return { ...part, account, open, labelled }
}

const kinds = () => typedQuestions(values.questions).map(({ kind }) => kind)
const setValue = (control: HTMLInputElement | HTMLTextAreaElement | null, typed: string) => {
  if (!control) throw new Error('no control')
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, typed)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

it('all parts are closed, and say what they are for', async () => {
  const { box, text, leave } = await show()
  expect(box.querySelectorAll('details[open]')).toHaveLength(0)
  expect(text()).toContain('Such as the year of birth')
  leave()
})

it('one tap adds a question, a known one once, and its buttons and arrow keys move it', async () => {
  const { tap, open, labelled, text, leave } = await show()
  await open('Questions')
  tap('Year of birth')
  await until(() => expect(kinds()).toEqual(['birthYear']))
  tap('Shirt size')
  await until(() => expect(kinds()).toEqual(['birthYear', 'choice']))
  expect(() => tap('Year of birth')).toThrow()
  expect(text()).toContain('“Shirt size” is added as question 2.')
  labelled('Move “Shirt size” up')?.click()
  await until(() => expect(kinds()).toEqual(['choice', 'birthYear']))
  expect(text()).toContain('“Shirt size” is now 1 of 2.')
  // The first one stays where it is.
  labelled('Move “Shirt size” up')?.click()
  const handle = labelled('Drag “Shirt size”, or use the arrow keys')
  handle?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  await until(() => expect(kinds()).toEqual(['birthYear', 'choice']))
  leave()
})

it('ten questions are the most, and that is said', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => ({ ...SHIRT, id: `shirt${index}` }))
  const { open, text, leave } = await show(saved(...ten))
  await open('Questions')
  await until(() => expect(text()).toContain('An event asks at most 10 questions.'))
  expect(text()).not.toContain('Add a question')
  leave()
})

it('a removed question says that answers are kept, and comes back with its id', async () => {
  const { open, labelled, tap, text, leave } = await show(saved(SHIRT, WAIVER))
  await open('Questions')
  await until(() => expect(text()).toContain('Choice'))
  const toggle = [...document.querySelectorAll<HTMLElement>('[aria-expanded]')].find((one) =>
    one.textContent?.startsWith('Shirt'),
  )
  toggle?.click()
  await until(() => expect(labelled('Remove “Shirt”')).not.toBeNull())
  labelled('Remove “Shirt”')?.click()
  await until(() => expect(text()).toContain('“Shirt” is removed. Answers already given are kept.'))
  expect(kinds()).toEqual(['waiver'])
  expect(document.activeElement?.textContent).toBe('Undo')
  tap('Undo')
  await until(() => expect(typedQuestions(values.questions).map(({ id }) => id)).toEqual(['shirt0', 'waiver']))
  leave()
})

it('a changed waiver asks everybody to sign again, unless the organiser says no', async () => {
  const before = saved(WAIVER)
  const { box, open, text, leave } = await show(before)
  await open('Questions')
  await until(() => expect(box.querySelector('[aria-expanded]')).not.toBeNull())
  box.querySelector<HTMLElement>('li [aria-expanded]')?.click()
  await until(() => expect(text()).toContain('Text to sign'))
  expect(text()).not.toContain('sign again')
  setValue(box.querySelector('textarea'), 'New text')
  await until(() => expect(text()).toContain('The text becomes version 2.'))
  const stored = () => JSON.parse(storedAsked('questions', values.questions, before.questions))[0]
  expect(stored()).toMatchObject({ version: 2, earlier: ['Old text'], asksFrom: 2 })
  const again = [...box.querySelectorAll('label')].find((one) => one.textContent === 'Ask everybody to sign again')
  again?.querySelector('input')?.click()
  await until(() => expect(text()).toContain('Signatures stay valid.'))
  expect(stored()).toMatchObject({ version: 2, text: 'New text' })
  expect(stored()).not.toHaveProperty('asksFrom')
  leave()
})

it('categories say what is not asked, and one tap asks it', async () => {
  const { tap, text, leave } = await show({ ...NOTHING, categories: '{"preset":"ten"}' })
  await until(() => expect(text()).toContain('Categories need “Year of birth”, which is not asked.'))
  tap('Ask for it')
  await until(() => expect(kinds()).toEqual(['birthYear']))
  expect(text()).not.toContain('“Year of birth”, which')
  tap('Ask for it')
  await until(() => expect(kinds()).toEqual(['birthYear', 'sex']))
  expect(text()).not.toContain('which is not asked')
  leave()
})

it('bands that overlap are named while they are typed', async () => {
  const bands = [
    { name: 'Seniors', sex: '', from: 20, to: 39 },
    { name: 'Masters', sex: '', from: 40, to: null },
  ]
  const { box, open, text, leave } = await show({ ...NOTHING, categories: JSON.stringify({ bands }) })
  await open('Categories')
  await until(() => expect(text()).toContain('Add a category'))
  expect(text()).not.toContain('overlap')
  setValue(box.querySelector('[name="categories.bands.1.from"]'), '39')
  await until(() => expect(text()).toContain('“Seniors” and “Masters” overlap'))
  leave()
})

it('an event has three fields of the organisers, and who sees a saved one is fixed', async () => {
  const before = { ...NOTHING, staffFields: JSON.stringify([{ id: 'paid00', label: 'Paid', isShown: false }]) }
  const { box, open, tap, text, leave } = await show(before)
  await open('Fields of the organisers')
  await until(() => expect(text()).toContain('Add a field'))
  tap('Add a field')
  await until(() => expect(text()).toContain('Field 2'))
  tap('Add a field')
  await until(() => expect(text()).toContain('An event has at most 3 of these fields.'))
  const isFixed = [...box.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map(({ disabled }) => disabled)
  expect(isFixed).toEqual([true, false, false])
  leave()
})

it('splits are added, moved and removed, and the focus goes with a moved one', async () => {
  const { box, open, tap, text, labelled, leave } = await show({ ...NOTHING, splits: '["5 km","10 km","15 km"]' })
  await open('Splits')
  await until(() => expect(text()).toContain('Add a split'))
  labelled('Move “15 km” up')?.click()
  await until(() => expect(values.splits).toBe('["5 km","15 km","10 km"]'))
  expect(document.activeElement).toBe(labelled('Move “15 km” up'))
  labelled('Move “15 km” up')?.click()
  await until(() => expect(values.splits).toBe('["15 km","5 km","10 km"]'))
  expect(document.activeElement).toBe(labelled('Move “15 km” down'))
  labelled('Remove “5 km”')?.click()
  await until(() => expect(values.splits).toBe('["15 km","10 km"]'))
  tap('Add a split')
  await until(() => expect(values.splits).toBe('["15 km","10 km",""]'))
  setValue(box.querySelector('[name="splits.2"]'), 'Half ')
  expect(storedAsked('splits', values.splits, '')).toBe('["15 km","10 km","Half "]')
  leave()
})

it('an error opens its part and its question, gets the focus, and is said once', async () => {
  const wrong = { 'questions.1.text': 'Text of question 2 is required.' }
  const { box, text, leave } = await show(saved(SHIRT, WAIVER), wrong)
  box.querySelector('form')?.requestSubmit()
  await until(() => expect(document.activeElement?.getAttribute('name')).toBe('questions.1.text'))
  expect(text().split('Text of question 2 is required.')).toHaveLength(2)
  leave()
})

it('an error of the questions as a whole opens them with its sentence', async () => {
  const { box, text, leave } = await show(saved(SHIRT), { questions: 'Questions cannot be changed.' })
  box.querySelector('form')?.requestSubmit()
  await until(() => expect(text()).toContain('Questions cannot be changed.'))
  await until(() => expect(document.activeElement?.getAttribute('name')).toBe('questions'))
  leave()
})

it('what is typed of a question is there again after the app was closed', async () => {
  const first = await show()
  await first.open('Questions')
  first.tap('Choice')
  await until(() => expect(first.text()).toContain('Options'))
  setValue(first.box.querySelector('[name="questions.0.options"]'), 'Half ')
  await until(async () => expect(JSON.stringify(await first.account.drafts.toArray())).toContain('Half '))
  first.leave()
  const second = await show(NOTHING, {}, first.account)
  await until(() => expect(typedQuestions(values.questions)[0]?.options).toBe('Half '))
  expect(sent).toBeUndefined()
  second.leave()
})

it('a preview shows the questions as runners see them', async () => {
  const { box, open, tap, text, leave } = await show(saved(SHIRT))
  await open('Questions')
  await until(() => expect(text()).toContain('See it as runners do'))
  tap('See it as runners do')
  await until(() => expect(box.querySelector('select')?.options).toHaveLength(3))
  tap('Hide the preview')
  await until(() => expect(box.querySelector('select')).toBeNull())
  leave()
})

it('an error of a part without a control is said in its question', async () => {
  const wrong = { 'questions.1.earlier': 'Earlier texts of question 2 must be at most 9.' }
  const { box, text, leave } = await show(saved(SHIRT, WAIVER), wrong)
  box.querySelector('form')?.requestSubmit()
  await until(() => expect(text().split('must be at most 9.')).toHaveLength(2))
  leave()
})

it('questions that are too long together say what to shorten', async () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ ...WAIVER, id: `waiver${index}`, text: 'x'.repeat(4000) }))
  const { box, text, leave } = await show(saved(...many), { questions: 'Questions must be at most 9 characters.' })
  box.querySelector('form')?.requestSubmit()
  await until(() => expect(text()).toContain('Shorten a text'))
  expect(text()).not.toContain('at most 9')
  leave()
})
