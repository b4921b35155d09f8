import { expect, it } from 'vitest'
import { bandCode, bandOfCode, bandsOf, CATEGORY_PRESETS } from './categories.ts'

it('the code of each band of a preset says which one it is, and any other code is a name', () => {
  for (const preset of CATEGORY_PRESETS)
    for (const band of bandsOf({ categories: JSON.stringify({ preset }) }))
      expect(bandOfCode(bandCode(band))).toEqual(band)
  for (const name of ['Masters', 'F', 'F30-39 B', '30-39', 'N30-39', 'F-', 'F30'])
    expect(bandOfCode(name)).toEqual({ name, sex: '', from: 0, to: null })
})
