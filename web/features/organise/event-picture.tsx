import type { BoundField } from '../../forms/use-form.ts'
import * as organise from '../../texts/compiled/organise.js'
import * as texts from '../../texts/compiled/overview.js'
import { PictureField } from '../../ui/pictures/picture-field.tsx'
import { drawing, isDrawing } from './overview/to-do.ts'

const COUNT = 8

/**
 * The field for the address of an event's picture. Below it are our own drawings, for who has no picture yet: a tap puts
 * the address of one into the field.
 */
export function EventPicture(props: BoundField) {
  const { value, onChange } = props
  return (
    <div className="grid gap-3">
      {/* A chosen drawing is seen below. A preview would push the others away from the finger. */}
      <PictureField
        label={organise.imageUrl()}
        required
        placeholder="https://"
        autoComplete="off"
        isPreviewed={!value.startsWith(location.origin) || !isDrawing(value)}
        {...props}
      />
      <fieldset>
        <legend className="mb-1.5 font-sans text-sm font-normal text-ink-soft">{texts.chooseDrawing()}</legend>
        <div className="grid grid-cols-4 gap-2">
          {Array.from({ length: COUNT }, (_, index) => {
            const path = drawing(index + 1)
            const address = location.origin + path
            return (
              <button
                key={path}
                type="button"
                aria-pressed={value === address}
                aria-label={texts.drawing({ number: index + 1 })}
                onClick={() => onChange({ target: { value: address } })}
                className="overflow-hidden rounded-md border-2 border-line hover:border-ink aria-pressed:border-action aria-pressed:outline-2 aria-pressed:outline-action"
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
    </div>
  )
}
