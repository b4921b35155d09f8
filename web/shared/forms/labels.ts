/** The labels of the fields of marathons and applications, on forms and in sentences. */
const LABELS: Record<string, string> = {
  title: 'Title',
  location: 'Location',
  description: 'Description',
  image: 'Image URL',
  distance: 'Distance',
  regStart: 'Registration Start',
  regEnd: 'Registration End',
  startDate: 'Marathon Start',
  startTime: 'Start Time',
  timeZone: 'Time Zone',
  capacity: 'Capacity',
  registration: 'How places are given',
  cancelled: 'Cancellation',
  firstName: 'First Name',
  lastName: 'Last Name',
  phoneNumber: 'Contact Number',
  email: 'Email',
  bib: 'Bib',
  gate: 'Gate',
  additionalInfo: 'Additional Info',
  text: 'Text',
  urgent: 'Urgent',
  // The server uses this name if a marathon has the most notices that are allowed.
  notices: 'The notices',
  checkIns: 'The check-ins of this entry',
  // The server uses this name if an account has the most rows that are allowed.
  account: 'This account',
}

/** The label of a field; the field's own name if it has none. */
export function labelOf(field: string): string {
  return LABELS[field] ?? field
}
