import * as texts from '../../texts/compiled/asked.js'
import { questionLabel } from '../../texts/question-words.ts'
import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons/screen-icons.tsx'
import { isAddable, OWN, type Preset, READY, type TypedQuestion } from './typed-questions.ts'

/** The names of the kinds, as an organiser reads them. */
export const KIND_TEXTS: Record<Preset, () => string> = {
  birthYear: () => questionLabel({ label: '', kind: 'birthYear' }),
  sex: () => questionLabel({ label: '', kind: 'sex' }),
  club: () => questionLabel({ label: '', kind: 'club' }),
  emergency: () => questionLabel({ label: '', kind: 'emergency' }),
  shirt: texts.shirtSize,
  waiver: texts.waiver,
  text: texts.kindText,
  number: texts.kindNumber,
  choice: texts.kindChoice,
  yesNo: texts.kindYesNo,
}

type AddQuestionProps = { list: readonly TypedQuestion[]; onAdd: (preset: Preset) => void }

/** The questions that one tap adds. What an event asks once, and asks already, is not offered. */
export function AddQuestion({ list, onAdd }: AddQuestionProps) {
  return (
    <div className="grid gap-3">
      {(
        [
          [texts.addQuestion(), READY],
          [texts.addOwn(), OWN],
        ] as const
      ).map(([legend, presets]) => (
        <fieldset key={legend} className="min-w-0">
          <legend className="mb-1.5 font-sans text-base font-semibold [font-stretch:100%]">{legend}</legend>
          <div className="flex flex-wrap gap-2">
            {presets
              .filter((preset) => isAddable(preset, list))
              .map((preset) => (
                <Button key={preset} variant="secondary" className="px-3!" onClick={() => onAdd(preset)}>
                  <PlusIcon size={18} />
                  <span>{KIND_TEXTS[preset]()}</span>
                </Button>
              ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
