import { expect, it } from 'vitest'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { useFile } from './file-choice.tsx'

const FIRST = new File(['time;bib\n1:00;1'], 'first.csv')

async function open() {
  const screen = renderHook(useFile)
  await until(() => expect(screen.value()).toBeDefined())
  await screen.value().open(FIRST)
  await until(() => expect(screen.value().text).toContain('1:00;1'))
  return screen
}

/** A file whose bytes come when `read` is called. */
function slowFile(name: string): { file: File; read: (bytes: Promise<ArrayBuffer>) => void } {
  let read: (bytes: Promise<ArrayBuffer>) => void = () => {}
  const bytes = new Promise<ArrayBuffer>((resolve) => {
    read = resolve
  })
  return { file: Object.assign(new File(['x'], name), { arrayBuffer: () => bytes }), read }
}

it('says that a file cannot be read, and has nothing of the one before', async () => {
  const { value, leave } = await open()
  const { file, read } = slowFile('cloud.csv')
  const opened = value().open(file)
  await until(() => expect(value()).toMatchObject({ text: null, error: '' }))
  read(Promise.reject(new DOMException('gone', 'NotReadableError')))
  await opened
  await until(() => expect(value()).toMatchObject({ text: null, error: 'The file cannot be read. Choose it again.' }))
  leave()
})

it('has the file that was chosen last, whichever is read first', async () => {
  const { value, leave } = await open()
  const { file, read } = slowFile('slow.csv')
  const opened = value().open(file)
  await value().open(new File(['time;bib\n2:00;2'], 'last.csv'))
  await until(() => expect(value().text).toContain('2:00;2'))
  read(Promise.resolve(new TextEncoder().encode('time;bib\n3:00;3').buffer as ArrayBuffer))
  await opened
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(value().text).toContain('2:00;2')
  leave()
})
