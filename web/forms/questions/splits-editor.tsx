import { useRef } from 'react'
import { MAX_SPLITS } from '../../../contract/limits.ts'
import { splitsOf } from '../../../contract/results/recording.ts'
import * as texts from '../../texts/compiled/asked.js'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { DeleteIcon, DownIcon, PlusIcon, UpIcon } from '../../ui/icons/screen-icons.tsx'
import { RemovedNote, useRemoved } from './removed-note.tsx'
import type { EditorProps } from './stored-asked.ts'
import { withMoved, writeTyped } from './typed-questions.ts'

/** The points between start and finish, in their order. */
export function SplitsEditor({ value, onChange, errors }: EditorProps) {
  const list = splitsOf({ splits: value })
  const write = (next: readonly string[]) => onChange(writeTyped(next))
  const rows = useRef<HTMLOListElement>(null)
  const { remove, removed } = useRemoved(list, write)
  const move = (from: number, to: number) => {
    if (to < 0 || to >= list.length) return
    write(withMoved(list, from, to))
    // The focus goes with the point, so that another tap moves it on. At an end there is one way only.
    const way = to === 0 ? 1 : to === list.length - 1 ? -1 : to - from
    rows.current?.children[to]?.querySelector<HTMLElement>(`[data-move="${way}"]`)?.focus()
  }
  return (
    <div className="grid gap-4">
      {list.length > 0 && (
        <ol ref={rows} className="grid gap-3">
          {list.map((typed, index) => {
            const name = `splits.${index}`
            const label = typed.trim() || texts.splitNumber({ n: index + 1 })
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place until it has a name.
              <li key={index} className="grid gap-2 rounded-md border-2 border-line p-3">
                <TextField
                  label={texts.splitName()}
                  required
                  autoComplete="off"
                  name={name}
                  value={typed}
                  error={errors[name]}
                  onChange={(event) => write(list.with(index, event.target.value))}
                />
                <div className="flex flex-wrap gap-2">
                  <Button
                    variant="quiet"
                    data-move={-1}
                    aria-label={texts.moveUp({ label })}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <UpIcon />
                  </Button>
                  <Button
                    variant="quiet"
                    data-move={1}
                    aria-label={texts.moveDown({ label })}
                    disabled={index === list.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <DownIcon />
                  </Button>
                  <Button
                    variant="danger"
                    aria-label={texts.removeNamed({ label })}
                    onClick={() => remove(index, label, false)}
                  >
                    <DeleteIcon size={20} />
                    <span>{texts.remove()}</span>
                  </Button>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      <RemovedNote removed={removed} isFull={list.length >= MAX_SPLITS} />
      <p className="text-sm text-ink-soft">{texts.splitsKept()}</p>
      {list.length >= MAX_SPLITS ? (
        <p className="text-ink-soft">{texts.mostSplits({ max: MAX_SPLITS })}</p>
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => write([...list, ''])}>
          <PlusIcon size={18} />
          <span>{texts.addSplit()}</span>
        </Button>
      )}
    </div>
  )
}
