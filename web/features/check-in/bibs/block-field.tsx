import { useState } from 'react'
import { latinDigits } from '../../../../contract/text/latin-digits.ts'
import type { Searchable } from '../../../marathon/find-entrants.ts'
import * as texts from '../../../texts/compiled/check-in.js'
import * as common from '../../../texts/compiled/common.js'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { type BibBlock, type BlockProblem, blockOf, MOST_BIBS } from './bib-block.ts'

const PROBLEMS: Record<BlockProblem, () => string> = {
  'not-numbers': texts.blockNotNumbers,
  order: texts.blockOrder,
  'too-many': () => texts.blockTooMany({ most: MOST_BIBS }),
  taken: texts.blockTaken,
}

type BlockFieldProps = {
  block: BibBlock | null
  /** How many of its bibs entrants have. */
  given: number
  all: readonly Searchable<unknown>[]
  onBlock: (block: BibBlock | null) => void
}

/** Which bibs lie at this table: the first and the last one. */
export function BlockField({ block, given, all, onBlock }: BlockFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const range = block && { from: String(block.from), to: String(block.to) }
  if (!isOpen) {
    return (
      <div className="flex flex-wrap items-center gap-x-3">
        <Button variant={block ? 'quiet' : 'secondary'} onClick={() => setOpen(true)}>
          {range ? texts.blockIs(range) : texts.setBlock()}
        </Button>
        {given > 0 && <p className="text-sm text-ink-soft">{texts.blockGiven({ count: given })}</p>}
      </div>
    )
  }
  const close = (next: BibBlock | null) => {
    onBlock(next)
    setOpen(false)
  }
  return <BlockForm block={block} all={all} onDone={close} onCancel={() => setOpen(false)} />
}

type BlockFormProps = Pick<BlockFieldProps, 'block' | 'all'> & {
  onDone: (block: BibBlock | null) => void
  onCancel: () => void
}

function BlockForm({ block, all, onDone, onCancel }: BlockFormProps) {
  const [from, setFrom] = useState(block ? String(block.from) : '')
  const [to, setTo] = useState(block ? String(block.to) : '')
  const [problem, setProblem] = useState<BlockProblem | null>(null)
  const save = () => {
    const made = blockOf(latinDigits(from).trim(), latinDigits(to).trim(), all)
    if ('problem' in made) setProblem(made.problem)
    else onDone(made)
  }
  const number = { inputMode: 'numeric', autoComplete: 'off', className: 'numeral text-xl!' } as const
  return (
    <form
      noValidate
      aria-label={texts.setBlock()}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="grid grid-cols-2 gap-3 rounded-lg border border-line bg-surface p-3"
    >
      <TextField
        {...number}
        ref={focus}
        label={texts.firstBib()}
        value={from}
        onChange={(change) => setFrom(change.target.value)}
      />
      <TextField {...number} label={texts.lastBib()} value={to} onChange={(change) => setTo(change.target.value)} />
      <p role="alert" className="col-span-2 text-sm font-semibold text-danger empty:hidden">
        {problem && PROBLEMS[problem]()}
      </p>
      <div className="col-span-2 flex flex-wrap gap-2 *:flex-auto">
        <Button type="submit">{texts.save()}</Button>
        {block && (
          <Button variant="secondary" onClick={() => onDone(null)}>
            {texts.noBlock()}
          </Button>
        )}
        <Button variant="secondary" onClick={onCancel}>
          {common.cancel()}
        </Button>
      </div>
    </form>
  )
}

function focus(input: HTMLInputElement | null) {
  input?.focus({ preventScroll: true })
}
