// Features may not import web/api.ts. This is a file of its own because the login page loads sync-status.ts, and does
// not need the API client.
export { lastResponse } from '../api.ts'
