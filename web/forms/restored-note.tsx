import * as texts from '../texts/compiled/forms.js'
import { Button } from '../ui/button.tsx'

/** Tells that the form contains a draft, and offers to clear it. */
export function RestoredNote({ onClear }: { onClear: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border-s-4 border-edge bg-surface py-1 ps-4 text-sm"
    >
      <span>{texts.restored()}</span>
      <Button variant="quiet" onClick={onClear}>
        {texts.startOver()}
      </Button>
    </div>
  )
}
