import { BAND_SEXES, CATEGORY_PRESETS, MAX_BANDS } from '../../../contract/questions/categories.ts'
import * as texts from '../../texts/compiled/asked.js'
import * as questions from '../../texts/compiled/questions.js'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { DeleteIcon, PlusIcon } from '../../ui/icons/screen-icons.tsx'
import type { FieldSentences } from '../field-errors.ts'
import { BAND_SEX_TEXTS, PRESETS } from './asked-words.ts'
import { RemovedNote, useRemoved } from './removed-note.tsx'
import type { EditorProps } from './stored-asked.ts'
import { bandProblem, nextBand, type TypedBand, type TypedCategories, typedCategories } from './typed-categories.ts'

/** The choice of categories: none, ready-made bands of ages, or one's own. */
export function CategoriesEditor({ value, onChange, errors }: EditorProps) {
  const typed = typedCategories(value)
  const { choice, bands } = typed
  const write = (changes: Partial<TypedCategories>) => onChange(JSON.stringify({ ...typed, ...changes }))
  const writeBands = (next: TypedBand[]) => write({ bands: next })
  const choose = (next: TypedCategories['choice']) =>
    next === 'none' && bands.length === 0
      ? onChange('')
      : write({ choice: next, ...(next === 'own' && bands.length === 0 ? { bands: [nextBand([])] } : {}) })
  const { remove, removed } = useRemoved(bands, writeBands)
  const isFull = bands.length >= MAX_BANDS
  return (
    <div className="grid gap-4">
      <SelectField
        label={texts.bands()}
        hint={[texts.bandsHint(), ...(choice === 'none' || choice === 'own' ? [] : [texts.eachSex()])].join(' ')}
        value={choice}
        onChange={(event) => choose(event.target.value as TypedCategories['choice'])}
      >
        <option value="none">{texts.bandsNone()}</option>
        {CATEGORY_PRESETS.map((preset) => (
          <option key={preset} value={preset}>
            {PRESETS[preset]()}
          </option>
        ))}
        <option value="own">{texts.bandsOwn()}</option>
      </SelectField>
      {choice === 'own' && (
        <>
          <ol className="grid gap-3">
            {bands.map((band, index) => (
              <BandRow
                key={band.id}
                {...{ band, index, errors }}
                onChange={(changes) => writeBands(bands.with(index, { ...band, ...changes }))}
                onRemove={() => remove(index, band.name.trim() || texts.bandNumber({ n: index + 1 }), false)}
              />
            ))}
          </ol>
          <p role="alert" className="text-sm font-semibold text-danger empty:hidden">
            {bandProblem(bands) || errors['categories.bands']}
          </p>
          <RemovedNote removed={removed} isFull={isFull} />
          {isFull ? (
            <p className="text-ink-soft">{texts.mostBands({ max: MAX_BANDS })}</p>
          ) : (
            <Button
              variant="secondary"
              className="justify-self-start"
              onClick={() => writeBands([...bands, nextBand(bands)])}
            >
              <PlusIcon size={18} />
              <span>{texts.addBand()}</span>
            </Button>
          )}
        </>
      )}
    </div>
  )
}

interface BandRowProps {
  band: TypedBand
  index: number
  errors: FieldSentences
  onChange: (changes: Partial<TypedBand>) => void
  onRemove: () => void
}

function BandRow({ band, index, errors, onChange, onRemove }: BandRowProps) {
  const bind = (part: 'name' | 'sex' | 'from' | 'to') => {
    const name = `categories.bands.${index}.${part}`
    return {
      name,
      value: band[part],
      error: errors[name],
      onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
    }
  }
  const label = band.name.trim() || texts.bandNumber({ n: index + 1 })
  return (
    <li className="grid grid-cols-2 gap-3 rounded-md border-2 border-line p-3 sm:grid-cols-[2fr_1fr_1fr_1fr]">
      <TextField label={texts.bandName()} required autoComplete="off" {...bind('name')} />
      <SelectField label={questions.sex()} {...bind('sex')}>
        {BAND_SEXES.map((sex) => (
          <option key={sex} value={sex}>
            {BAND_SEX_TEXTS[sex]()}
          </option>
        ))}
      </SelectField>
      <TextField label={texts.fromAge()} required inputMode="numeric" autoComplete="off" {...bind('from')} />
      <TextField
        label={texts.toAge()}
        hint={texts.toAgeHint()}
        inputMode="numeric"
        autoComplete="off"
        {...bind('to')}
      />
      <Button
        variant="danger"
        className="col-span-full justify-self-start"
        aria-label={texts.removeNamed({ label })}
        onClick={onRemove}
      >
        <DeleteIcon size={20} />
        <span>{texts.remove()}</span>
      </Button>
    </li>
  )
}
