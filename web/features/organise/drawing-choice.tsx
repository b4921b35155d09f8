import * as texts from '../../texts/compiled/overview.js'
import { DRAWINGS } from './overview/to-do.ts'

const COUNT = 8

/** Our own drawings, for who has no picture of the event yet. A tap puts the address of one into the field above. */
export function DrawingChoice({ value, onChoose }: { value: string; onChoose: (address: string) => void }) {
  return (
    <fieldset className="-mt-2">
      <legend className="mb-1.5 text-sm text-ink-soft">{texts.chooseDrawing()}</legend>
      <div className="grid grid-cols-4 gap-2 sm:grid-cols-8">
        {Array.from({ length: COUNT }, (_, index) => {
          const path = `${DRAWINGS}sample-${index + 1}.svg`
          const address = location.origin + path
          return (
            <button
              key={path}
              type="button"
              aria-pressed={value === address}
              aria-label={texts.drawing({ number: index + 1 })}
              onClick={() => onChoose(address)}
              className="overflow-hidden rounded-md border-2 border-line hover:border-ink aria-pressed:border-action aria-pressed:ring-2 aria-pressed:ring-action"
            >
              <img
                src={path}
                alt=""
                width="160"
                height="100"
                loading="lazy"
                className="aspect-[16/10] min-h-11 w-full object-cover"
              />
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
