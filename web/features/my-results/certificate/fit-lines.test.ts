import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitLines, LINE_HEIGHT } from './fit-lines.ts'

/** Letters that are half as wide as they are high. */
const widthOf = (text: string) => text.length / 2
const ROOM = { width: 1000, height: 500, size: 200 }

it('keeps a short text on one line, in the greatest size', () => {
  expect(fitLines('Ada Lauf', widthOf, ROOM)).toEqual({ size: 200, lines: ['Ada Lauf'] })
})

it('breaks a long text where its letters are largest, and a word only if it is very long', () => {
  const { size, lines } = fitLines('Maximiliane Konstantinopolitanska', widthOf, ROOM)
  expect(lines).toEqual(['Maximiliane', 'Konstantinopolitanska'])
  expect(size).toBeCloseTo(1000 / (21 / 2), 5)
  expect(fitLines('Ada Müller-Lüdenscheidt', widthOf, ROOM).lines).toEqual(['Ada Müller-', 'Lüdenscheidt'])
  expect(fitLines('W'.repeat(80), widthOf, ROOM).size).toBeGreaterThan(60)
  const joined = 'عبدالرحمنعبدالرحمنعبدالرحمنعبدالرحمن'
  expect(fitLines(joined, widthOf, ROOM).lines).toEqual([joined])
  expect(fitLines('陳'.repeat(40), widthOf, ROOM).lines.length).toBeGreaterThan(1)
})

it('shows every letter of any text, inside the room', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
      const text = words.join(' ')
      const { size, lines } = fitLines(text, widthOf, ROOM)
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      expect(lines.length * size * LINE_HEIGHT).toBeLessThanOrEqual(ROOM.height + 0.001)
      for (const line of lines) expect(widthOf(line) * size).toBeLessThanOrEqual(ROOM.width + 0.001)
      expect(size).toBeLessThanOrEqual(ROOM.size)
    }),
  )
})
