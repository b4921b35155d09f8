import * as z from 'zod/mini'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { pictureUrl, requiredText } from '../../../contract/text.ts'
import { useAuth } from '../../auth/auth-context.tsx'
import { toAuthFailure } from '../../auth/auth-failure.ts'
import { saveProfile } from '../../auth/save-profile.ts'
import { useAccount } from '../../data/account-context.tsx'
import { checkFields } from '../../shared/forms/field-errors.ts'
import { RestoredNote } from '../../shared/forms/restored-note.tsx'
import { useForm } from '../../shared/forms/use-form.ts'
import { portalMessage } from '../../shared/sync/portal-message.ts'
import * as common from '../../texts/compiled/common.js'
import * as texts from '../../texts/compiled/my-account.js'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PictureField } from '../../ui/picture-field.tsx'
import { successPopUp } from '../../ui/pop-up.ts'
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
    draftKey: 'profile',
    check: (values) => check(values).errors ?? {},
    save: async (values) => {
      const { data } = check(values)
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

function profileFailure(error: unknown): string {
  switch (toAuthFailure(error).code) {
    case 'offline':
      return texts.needsNetwork()
    case 'portal':
      return portalMessage()
    case 'rate-limited':
      return texts.tooManyAttempts()
    case 'logged-out':
      return texts.logInFirst()
    default:
      return texts.serverFailed()
  }
}
