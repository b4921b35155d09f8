// Features may not import web/api.ts. It is not in sync-status.ts, which the login page loads.
export { lastAnswer } from '../api.ts'
