// The login page imports sync-status.ts, and must not load what reads the API's responses.
export { lastAnswer } from '../api.ts'
