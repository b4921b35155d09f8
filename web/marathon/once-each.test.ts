import { expect, it, vi } from 'vitest'
import { onceEach } from './once-each.ts'

it('prepares a row once, and again where it is another object', () => {
  const prepare = vi.fn(({ name }: { name: string }) => name.toLowerCase())
  const prepared = onceEach(prepare)
  const [ada, bo] = [{ name: 'Ada' }, { name: 'Bo' }]
  expect(prepared([ada, bo])).toEqual(['ada', 'bo'])
  expect(prepared([bo, { name: 'Adele' }, ada])).toEqual(['bo', 'adele', 'ada'])
  expect(prepare).toHaveBeenCalledTimes(3)
})
