import * as texts from '../texts/compiled/sync.js'

/** What a user is told about a captive portal. */
export const portalMessage = texts.portal
