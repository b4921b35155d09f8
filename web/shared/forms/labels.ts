/** What the fields of events and applications are called, on forms and in sentences. */
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
  firstName: 'First Name',
  lastName: 'Last Name',
  phoneNumber: 'Contact Number',
  email: 'Email',
  additionalInfo: 'Additional Info',
  // What the server says of the account itself: it has the most rows that one may have.
  account: 'This account',
}

/** A field's name for a person; its own where it has none. */
export function labelOf(field: string): string {
  return LABELS[field] ?? field
}
