/** The value of Strict-Transport-Security: browsers use https for a year. */
export const STRICT_TRANSPORT = 'max-age=31536000'
