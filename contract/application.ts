import * as z from 'zod/mini'
import { MAX_LENGTH, MIN_PHONE_DIGITS } from './limits.ts'
import { dateInput } from './marathon.ts'
import { idSchema, isEmail, isPhoneNumber, pictureUrl, requiredText, text } from './text.ts'

const phoneNumber = requiredText(MAX_LENGTH.phone).check(
  z.refine(isPhoneNumber, `must have at least ${MIN_PHONE_DIGITS} digits, and only digits, spaces and + ( ) -`),
)

/** What a runner may change after applying (specification, section 2: My Applications). */
export const applicationFields = {
  firstName: requiredText(MAX_LENGTH.name),
  lastName: requiredText(MAX_LENGTH.name),
  phoneNumber,
  location: text(MAX_LENGTH.location),
  description: text(MAX_LENGTH.description),
  additionalInfo: text(MAX_LENGTH.additionalInfo),
  image: pictureUrl,
}

/** A new application. Title and start date are the runner's copy of what the event said. */
export const applicationCreateSchema = z.strictObject({
  marathonId: idSchema,
  title: text(MAX_LENGTH.title),
  startDate: dateInput,
  firstName: applicationFields.firstName,
  lastName: applicationFields.lastName,
  phoneNumber,
  email: z._default(
    text(MAX_LENGTH.email).check(
      z.refine((value) => value === '' || isEmail(value), 'must be an email address like name@example.com'),
    ),
    '',
  ),
  location: z._default(applicationFields.location, ''),
  description: z._default(applicationFields.description, ''),
  additionalInfo: z._default(applicationFields.additionalInfo, ''),
  image: z._default(applicationFields.image, ''),
})
/** The fields an update changes. */
export const applicationPatchSchema = z.partial(z.strictObject(applicationFields))

export type ApplicationFields = z.infer<typeof applicationCreateSchema>
export type ApplicationPatch = z.infer<typeof applicationPatchSchema>

/** An application as the API answers it. */
export const applicationSchema = z.object({
  _id: idSchema,
  marathonId: idSchema,
  title: z.string(),
  startDate: z.string(),
  location: z.string(),
  image: z.string(),
  description: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  additionalInfo: z.string(),
  email: z.string(),
  createdAt: z.string(),
  ver: z.int(),
})
export type Application = z.infer<typeof applicationSchema>

/** One account registers one person once per marathon; this is who counts as the same person. */
export function personKey(firstName: string, lastName: string): string {
  return `${firstName} ${lastName}`.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
