/**
 * The cron of wrangler.toml that does what requests have left: it hands pushes and mails to the queue and deletes accounts.
 * Every other cron is a nightly run.
 */
export const SHORT_CRON = '*/5 * * * *'
