export const PHONE = { width: 390, height: 844 }

/** What a keyboard leaves of it. */
export const WITH_KEYBOARD = { width: 390, height: 460 }
