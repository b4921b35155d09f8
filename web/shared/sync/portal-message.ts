/** What a user is told about a captive portal. */
export const PORTAL_MESSAGE = 'This network wants you to log in before it lets anything through.'
