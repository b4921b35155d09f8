import * as z from 'zod/mini'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { pictureUrl, requiredText } from '../../../contract/text/text.ts'
import { checkFields } from '../../forms/check-fields.ts'
import { RestoredNote } from '../../forms/restored-note.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useAuth } from '../../session/auth-context.tsx'
import { type AuthFailureCode, toAuthFailure } from '../../session/auth-failure.ts'
import { saveProfile } from '../../session/save-profile.ts'
import { portalMessage } from '../../status/portal-message.ts'
import { useAccount } from '../../store/account-context.tsx'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/my-account.js'
import { Button } from '../../ui/button.tsx'
import { successPopUp } from '../../ui/dialogs/pop-up.ts'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PictureField } from '../../ui/pictures/picture-field.tsx'
import { AccountSection } from './account-section.tsx'

const profileSchema = z.object({ displayName: requiredText(MAX_LENGTH.name), photoURL: pictureUrl })

/** Sets name and photo of the account. Both are Firebase's, so this needs a network. */
export function EditProfile() {
  const { user } = useAuth()
  const { db } = useAccount()
  const check = (values: { displayName: string; photoURL: string }) =>
    checkFields(profileSchema, values, { displayName: texts.name(), photoURL: texts.photoUrl() })
  const form = useForm({
    initial: { displayName: user?.displayName ?? '', photoURL: user?.photoURL ?? '' },
    row: { displayName: user?.displayName ?? '', photoURL: user?.photoURL ?? '' },
    draftKey: 'profile',
    check: (values) => check(values).errors ?? {},
    save: async (values, seen) => {
      // What the user left as it was may have changed in another tab.
      const { data } = check({
        displayName: values.displayName === seen.displayName ? (user?.displayName ?? '') : values.displayName,
        photoURL: values.photoURL === seen.photoURL ? (user?.photoURL ?? '') : values.photoURL,
      })
      if (!data) return undefined
      try {
        await saveProfile(db.uid, data)
      } catch (error) {
        return { form: profileFailure(error) }
      }
      void successPopUp(texts.profileSaved())
      return undefined
    },
  })
  return (
    <AccountSection title={texts.profile()}>
      <p>{texts.profileDescription()}</p>
      <form noValidate aria-label={texts.profile()} className="grid w-full gap-5" {...form.props}>
        {form.restored && <RestoredNote onClear={form.reset} />}
        <TextField label={texts.name()} required autoComplete="name" {...form.bind('displayName')} />
        <PictureField
          label={texts.photoUrl()}
          required={false}
          autoComplete="photo"
          hint={texts.photoUrlHint()}
          {...form.bind('photoURL')}
        />
        <FormError>{form.failure}</FormError>
        <Button type="submit" className="justify-self-start" pending={form.pending} pendingLabel={texts.saving()}>
          {common.saveChanges()}
        </Button>
      </form>
    </AccountSection>
  )
}

const FAILURES: Partial<Record<AuthFailureCode, () => string>> = {
  offline: texts.needsNetwork,
  portal: portalMessage,
  'rate-limited': texts.tooManyAttempts,
  'logged-out': texts.logInFirst,
}

function profileFailure(error: unknown): string {
  return (FAILURES[toAuthFailure(error).code] ?? texts.serverFailed)()
}
