import { Button } from '../../ui/button.tsx'

/** Says that the form is as it was left, and how to begin anew. */
export function RestoredNote({ onClear }: { onClear: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border-l-4 border-edge bg-surface py-1 pl-4 text-sm"
    >
      <span>What you had typed is back.</span>
      <Button variant="quiet" onClick={onClear}>
        Start over
      </Button>
    </div>
  )
}
