import { may, type Role } from '../../../../contract/roles.ts'
import { LeaveButton } from '../../../marathon/leave-button.tsx'
import type { MarathonView } from '../../../store/overlay.ts'
import * as organise from '../../../texts/compiled/organise.js'
import * as texts from '../../../texts/compiled/overview.js'
import * as roleTexts from '../../../texts/compiled/roles.js'
import { ButtonLink } from '../../../ui/button.tsx'
import { CheckIcon, FlagIcon, StopwatchIcon } from '../../../ui/icons/screen-icons.tsx'

/** The place of a marathon for who helps there: the own role, what it is for, and the way out. */
export function HelperPlace({ marathon, role }: { marathon: MarathonView; role: Role }) {
  const { _id: id } = marathon
  return (
    <div className="mt-5 grid max-w-2xl gap-6">
      <div>
        <p className="text-lg font-semibold">{roleTexts.yourRole({ role: roleTexts.name({ role }) })}</p>
        <p className="text-ink-soft">{roleTexts.does({ role })}</p>
      </div>
      <div className="flex flex-wrap gap-3 *:flex-auto sm:*:flex-none">
        {may(role, 'checkIn') && (
          <ButtonLink to="/dashboard/myMarathons/$id/checkIn" params={{ id }} size="lg">
            <CheckIcon size={22} />
            {texts.checkIn()}
          </ButtonLink>
        )}
        {may(role, 'time') && (
          <>
            <ButtonLink to="/dashboard/myMarathons/$id/timing" params={{ id }} size="lg">
              <StopwatchIcon size={22} />
              {texts.timing()}
            </ButtonLink>
            <ButtonLink to="/dashboard/myMarathons/$id/results" params={{ id }} size="lg" variant="secondary">
              <FlagIcon size={22} />
              {texts.results()}
            </ButtonLink>
          </>
        )}
        <ButtonLink to="/marathons/$id" params={{ id }} size="lg" variant="secondary">
          {organise.details()}
        </ButtonLink>
      </div>
      <div>
        <LeaveButton marathon={marathon} />
      </div>
    </div>
  )
}
