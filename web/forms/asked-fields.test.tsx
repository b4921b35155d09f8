import { useState } from 'react'
import { expect, it } from 'vitest'
import { questionsOf } from '../../contract/questions/questions.ts'
import { until } from '../testing/render-hook.tsx'
import { renderPart } from '../testing/render-part.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import { FormError } from '../ui/form-error.tsx'
import { answerValues } from './answers.ts'
import { AskedFields } from './asked-fields.tsx'
import { useForm } from './use-form.ts'

const text = (id: string, label: string) => ({ id, kind: 'text', label, isRequired: true, staffSees: false })
const CLUB = JSON.stringify([text('club00', 'Club')])
const SHIRT = JSON.stringify([text('club00', 'Club'), text('shirt0', 'Shirt')])
const WRONG = { 'answers.shirt0': '“Shirt” must be answered.' }

function Form({ first, initialErrors = {} }: { first: string; initialErrors?: Record<string, string> }) {
  const [questions, setQuestions] = useState(first)
  const form = useForm<Record<string, string>>({
    initial: { name: 'Ada', ...answerValues(questionsOf({ questions })) },
    initialErrors,
    check: () => ({}),
    save: async () => WRONG,
  })
  const marathon = { questions, startDate: '2028-01-31T08:00:00.000Z', timeZone: 'UTC' }
  return (
    <form noValidate {...form.props}>
      <input aria-label="Name" name="name" value={form.values.name} onChange={form.bind('name').onChange} />
      <AskedFields marathon={marathon} bind={form.bind} focusWrong={form.focusWrong} />
      <FormError>{form.failure}</FormError>
      <button type="submit">Send</button>
      <button type="button" onClick={() => setQuestions(SHIRT)}>
        Pull
      </button>
    </form>
  )
}

const field = () => document.querySelector<HTMLInputElement>('[name="answers.shirt0"]')
const failure = () => document.querySelector('form > [role=alert]')?.textContent

it.each([
  ['the first one', ''],
  ['one of several', CLUB],
])('an error about a question that comes later, %s, is told, and goes to it', async (_which, first) => {
  const { tap, leave } = renderPart(await emptyAccount(), <Form first={first} />)
  await until(() => expect(document.querySelectorAll('form input')).toHaveLength(first ? 2 : 1))
  tap('Send')
  await until(() => expect(failure()).toBe('“Shirt” must be answered.'))
  tap('Pull')
  await until(() => expect(document.activeElement).toBe(field()))
  expect(field()?.getAttribute('aria-invalid')).toBe('true')
  expect(failure()).toBe('')
  expect(document.querySelector<HTMLInputElement>('[name=name]')?.value).toBe('Ada')
  leave()
})

it('a form that opens with an error is at its question, although the control comes later', async () => {
  const { leave } = renderPart(await emptyAccount(), <Form first={SHIRT} initialErrors={WRONG} />)
  await until(() => expect(document.activeElement).toBe(field()))
  expect(field()).not.toBeNull()
  leave()
})
