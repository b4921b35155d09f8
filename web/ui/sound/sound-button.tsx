import { SoundIcon } from '../icons/screen-icons.tsx'

type SoundButtonProps = { label: string; isMuted: boolean; onMuted: (isMuted: boolean) => void; isBrief?: boolean }

/** Switches the sound of a screen on and off. @param isBrief shows the picture alone */
export function SoundButton({ label, isMuted, onMuted, isBrief = false }: SoundButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={!isMuted}
      aria-label={isBrief ? label : undefined}
      onClick={() => onMuted(!isMuted)}
      className="inline-flex min-h-12 items-center gap-2 rounded-md border-2 border-edge bg-surface px-3 font-semibold aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
    >
      <SoundIcon off={isMuted} />
      {!isBrief && <span>{label}</span>}
    </button>
  )
}
