import { expect, it } from 'vitest'
import { importMessages } from './texts-plugin.ts'

it('imports each message that a module uses, and not the catalogue', () => {
  const code = `import * as common from '../texts/compiled/common.js'
import * as texts from "../texts/compiled/home.js";
const shown = [texts.title(), common.cancel(), texts.title, LABELS.texts.title]
`
  expect(
    importMessages(code),
  ).toBe(`import { cancel as common_cancel } from '../texts/compiled/common.js?message=cancel'
import { title as texts_title } from '../texts/compiled/home.js?message=title'


const shown = [texts_title(), common_cancel(), texts_title, LABELS.texts.title]
`)
})

it('imports the whole catalogue of a module that spreads it', () => {
  const spread = "import * as labels from '../texts/compiled/labels.js'\nconst LABELS = { ...labels }"
  expect(importMessages(spread)).toBe(
    "import * as labels from '../texts/compiled/labels.js'\n\nconst LABELS = { ...labels }",
  )
})

it('leaves imports of other files alone', () => {
  const code = "import * as z from 'zod/mini'\nz.object({})\n"
  expect(importMessages(code)).toBe(code)
})

it('leaves the name of a file alone that ends as a catalogue is called', () => {
  const code =
    "import * as texts from '../texts/compiled/home.js'\nimport { label } from './own-texts.ts'\nimport './texts.ts'\n"
  expect(importMessages(code)).toBe("\nimport { label } from './own-texts.ts'\nimport './texts.ts'\n")
})
