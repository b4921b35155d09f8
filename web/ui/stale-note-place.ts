/** The id of the place, among the messages at the bottom edge, of the note that stored rows may be old. */
export const STALE_NOTE_PLACE = 'stale-note'
