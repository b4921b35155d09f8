/** The fields of an application that a runner fills in. Not in application.ts, so that a screen needs no zod to name them. */
export const APPLICATION_FIELDS = [
  'firstName',
  'lastName',
  'phoneNumber',
  'location',
  'description',
  'additionalInfo',
  'image',
] as const
