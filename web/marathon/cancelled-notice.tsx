import * as texts from '../texts/compiled/marathon.js'
import { LinkedText } from '../ui/linked-text.tsx'

/** Tells that a marathon is cancelled, and why. Renders nothing for a marathon that takes place. */
export function CancelledNotice({ marathon }: { marathon: { cancelled?: string | null } }) {
  if (!marathon.cancelled) return null
  return (
    <div className="mt-4 rounded-md border-s-4 border-danger bg-danger-tint px-4 py-3">
      <p className="font-semibold text-danger">{texts.isCancelled()}</p>
      <p className="whitespace-pre-line break-words">
        <bdi lang="">
          <LinkedText text={marathon.cancelled} />
        </bdi>
      </p>
    </div>
  )
}
