import * as texts from '../texts/compiled/forms.js'

/** The labels of the fields of marathons and applications, on forms and in sentences. */
const LABELS: Record<string, () => string> = {
  title: texts.labelTitle,
  location: texts.labelLocation,
  description: texts.labelDescription,
  image: texts.labelImage,
  distance: texts.labelDistance,
  regStart: texts.labelRegStart,
  regEnd: texts.labelRegEnd,
  startDate: texts.labelStartDate,
  startTime: texts.labelStartTime,
  timeZone: texts.labelTimeZone,
  capacity: texts.labelCapacity,
  registration: texts.labelRegistration,
  perAccount: texts.labelPerAccount,
  cancelled: texts.labelCancelled,
  firstName: texts.labelFirstName,
  lastName: texts.labelLastName,
  phoneNumber: texts.labelPhoneNumber,
  email: texts.labelEmail,
  bib: texts.labelBib,
  gate: texts.labelGate,
  additionalInfo: texts.labelAdditionalInfo,
  namesake: texts.labelNamesake,
  text: texts.labelText,
  urgent: texts.labelUrgent,
  // The server uses these names if a marathon has the most notices or helpers that are allowed, an entry the most
  // check-ins, or an account the most rows.
  notices: texts.labelNotices,
  helpers: texts.labelHelpers,
  checkIns: texts.labelCheckIns,
  account: texts.labelAccount,
  // Its id belongs to another account.
  id: texts.labelId,
}

/** The label of a field; the field's own name if it has none. */
export function labelOf(field: string): string {
  // An edit may have a field with the name `constructor`.
  const label = Object.hasOwn(LABELS, field) ? LABELS[field] : undefined
  return label?.() ?? field
}
