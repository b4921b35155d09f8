import type { InvitedRole } from '../../../contract/roles.ts'
import * as roleTexts from '../../texts/compiled/roles.js'
import * as texts from '../../texts/compiled/staff.js'
import { CheckIcon } from '../../ui/icons/screen-icons.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type RoleChoiceProps = {
  roles: readonly InvitedRole[]
  /** The role that somebody has now. */
  current?: InvitedRole
  /** The role whose tap is being carried out. */
  pending?: InvitedRole | null
  onChoose: (role: InvitedRole) => void
}

/** Roles, each with what it may do. One tap takes one. */
export function RoleChoice({ roles: offered, current, pending = null, onChoose }: RoleChoiceProps) {
  return (
    <ul className="grid gap-2">
      {offered.map((role) => (
        <li key={role}>
          <button
            type="button"
            aria-pressed={current === undefined ? undefined : role === current}
            aria-disabled={pending !== null}
            onClick={() => pending === null && onChoose(role)}
            className="flex min-h-14 w-full items-center gap-3 rounded-md border-2 border-line px-3 py-2 text-start hover:border-edge aria-pressed:border-ink"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{roleTexts.name({ role })}</span>
              <span className="block text-sm text-ink-soft">{roleTexts.does({ role })}</span>
            </span>
            {role === pending && <Spinner />}
            {role === current && (
              <span className="flex shrink-0 items-center gap-1 text-sm font-semibold">
                <CheckIcon size={18} />
                <span>{texts.isNow()}</span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
