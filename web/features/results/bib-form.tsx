import { useState } from 'react'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { splitAt } from '../../../contract/results/results.ts'
import { latinDigits } from '../../../contract/text/latin-digits.ts'
import { entrantName } from '../../marathon/entrant-name.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import * as texts from '../../texts/compiled/results.js'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { typedBib } from './answers.ts'

type BibFormProps = { race: Race; point: string; onBib: (bib: string) => void; onClose: () => void }

/** A field for a bib. It says who has it, and who has a time already, before anything is decided. */
export function BibForm({ race, point, onBib, onClose }: BibFormProps) {
  const [typed, setTyped] = useState('')
  const bib = typedBib(latinDigits(typed))
  const entrant = race.ofBib.get(bib)
  const row = race.results.rows.find((one) => bib !== '' && one.bib === bib)
  const hint =
    bib === ''
      ? ''
      : !entrant
        ? texts.nobodyHasBib()
        : row && splitAt(row, point) !== undefined
          ? texts.hasTime({ name: entrantName(entrant) })
          : entrantName(entrant)
  const isTooLong = bib.length > MAX_LENGTH.bib
  return (
    <form
      className="flex basis-full flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (bib !== '' && !isTooLong) onBib(bib)
      }}
    >
      <div className="min-w-40 flex-1">
        <TextField
          label={texts.bib()}
          name="bib"
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          hint={hint}
          error={isTooLong ? texts.bibTooLong({ max: MAX_LENGTH.bib }) : undefined}
        />
      </div>
      <Button type="submit" className="mt-8" disabled={bib === ''}>
        {texts.ok()}
      </Button>
      <Button variant="quiet" className="mt-8" onClick={onClose}>
        {texts.back()}
      </Button>
    </form>
  )
}
