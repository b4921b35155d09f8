import { useState } from 'react'
import { expect, it } from 'vitest'
import {
  type Answers,
  answerField,
  type Question,
  signatureOf,
  signatureText,
} from '../../contract/questions/questions.ts'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import { QuestionFields } from './question-fields.tsx'

const question = (id: string, kind: Question['kind'], other: Partial<Question> = {}): Question => {
  return { id, kind, label: kind === 'birthYear' ? '' : `Asked ${id}`, isRequired: true, staffSees: false, ...other }
}
const BORN = question('born00', 'birthYear')
const SHIRT = question('shirt0', 'choice', { options: ['S', 'M'], isRequired: false })
const WAIVER = question('waiver', 'waiver', { text: 'At my own risk.', version: 2, asksFrom: 2, guardianBelow: 18 })

type FormProps = { questions: Question[]; initial: Answers; errors: Record<string, string> }
let typed: Record<string, string | undefined> = {}

function Form({ questions, initial, errors }: FormProps) {
  const [values, setValues] = useState<typeof typed>(initial)
  const bind = (name: string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      typed = { ...values, [name]: target.value }
      setValues(typed)
    },
  })
  return <QuestionFields questions={questions} bind={bind} year={2027} signer="Ravi Rao" />
}

// Tests share a document, where another one may have left its part.
let shown: HTMLElement = document.body
const box = () => shown.querySelector<HTMLInputElement>('input[type=checkbox]')
const signature = () => signatureOf(typed[answerField('waiver')] ?? '')

async function show(questions: Question[], initial: Answers, errors: Record<string, string> = {}) {
  typed = initial
  const part = renderPart(await emptyAccount(), <Form {...{ questions, initial, errors }} />)
  shown = part.box
  await until(() => expect(shown.querySelector('label')).not.toBeNull())
  return part
}

it('the checkbox signs the version of the text that is shown, in the name of the account', async () => {
  const { text, leave } = await show([WAIVER], {})
  expect(text()).toContain('At my own risk.')
  box()?.click()
  await until(() => expect(signature()).toMatchObject({ version: 2, by: 'Ravi Rao', guardian: '' }))
  box()?.click()
  await until(() => expect(signature()).toBeNull())
  leave()
})

it('a signature of an earlier text is not that of this one, and says so', async () => {
  const old = signatureText({ version: 1, at: '2027-01-01T00:00:00.000Z', by: 'Ravi', guardian: '' })
  const { text, leave } = await show([WAIVER], { 'answers.waiver': old })
  expect(box()?.checked).toBe(false)
  expect(text()).toContain('The text has changed since it was signed.')
  expect(typed['answers.waiver']).toBe(old)
  leave()
})

it.each([
  ['below the age a guardian is needed', '2015', true, 'Name of a parent or guardian'],
  ['of age nobody else is', '1987', false, ''],
  ['without a year of birth a guardian may sign', '', true, 'Name of a parent or guardian (optional)'],
])('%s', async (_what, born, isAsked, label) => {
  const { text, leave } = await show([BORN, WAIVER], { 'answers.born00': born })
  box()?.click()
  await until(() => expect(box()?.checked).toBe(true))
  expect(text().includes('Name of a parent or guardian')).toBe(isAsked)
  expect(text()).toContain(label)
  expect(text().includes('guardian (optional)')).toBe(born === '')
  leave()
})

it('what is wrong is at the control that can mend it: the checkbox, or the guardian’s name', async () => {
  const errors = { 'answers.waiver': 'Wrong.' }
  const { leave } = await show([BORN, WAIVER], { 'answers.born00': '2015' }, errors)
  const wrong = () => shown.querySelector<HTMLInputElement>('[name="answers.waiver"]')
  expect([wrong()?.type, wrong()?.getAttribute('aria-invalid')]).toEqual(['checkbox', 'true'])
  box()?.click()
  await until(() => expect([wrong()?.type, wrong()?.getAttribute('aria-invalid')]).toEqual(['text', 'true']))
  leave()
})

it('an option that is offered no more stays chosen until somebody chooses another one', async () => {
  const { leave } = await show([SHIRT], { 'answers.shirt0': 'XL' })
  const select = shown.querySelector('select')
  expect(select?.value).toBe('XL')
  expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual([
    'No answer',
    'S',
    'M',
    'XL (no longer offered)',
  ])
  leave()
})
