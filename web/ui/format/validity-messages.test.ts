import { beforeEach, expect, it } from 'vitest'
import { checkForm } from './validity-messages.ts'

let form: HTMLFormElement

beforeEach(() => {
  document.body.innerHTML = `<form>
    <label for="n">Name</label><input id="n" name="name" required>
    <label for="e">Email</label><input id="e" name="email" type="email" required>
    <label for="u">Photo URL</label><input id="u" name="photo" type="url">
  </form>`
  form = document.querySelector('form') as HTMLFormElement
})

it('names what is missing and puts the focus on the first', () => {
  expect(checkForm(form)).toEqual({ name: 'Name is required.', email: 'Email is required.' })
  expect(document.activeElement?.id).toBe('n')
})

it('counts blanks as missing', () => {
  ;(form.elements.namedItem('name') as HTMLInputElement).value = '   '
  expect(checkForm(form)).toHaveProperty('name')
})

it('says how an address should look', () => {
  ;(form.elements.namedItem('name') as HTMLInputElement).value = 'Ada'
  ;(form.elements.namedItem('email') as HTMLInputElement).value = 'ada'
  ;(form.elements.namedItem('photo') as HTMLInputElement).value = 'not a url'
  expect(checkForm(form)).toEqual({
    email: 'Enter an email address like name@example.com.',
    photo: 'Enter a web address that starts with https://.',
  })
})

it('names the limit of a text that is too long, and keeps all of it', () => {
  const email = form.elements.namedItem('email') as HTMLInputElement
  const name = form.elements.namedItem('name') as HTMLInputElement
  email.value = 'ada@example.com'
  name.dataset.maxLength = '3'
  name.value = ' 🏃🏃🏃 '
  expect(checkForm(form)).toEqual({})
  name.value = '🏃🏃🏃🏃'
  expect(checkForm(form)).toEqual({ name: 'Name must be at most 3 characters.' })
  expect(name.value).toBe('🏃🏃🏃🏃')
})

it('is content with a form that is right', () => {
  ;(form.elements.namedItem('name') as HTMLInputElement).value = 'Ada'
  ;(form.elements.namedItem('email') as HTMLInputElement).value = 'ada@example.com'
  expect(checkForm(form)).toEqual({})
})
