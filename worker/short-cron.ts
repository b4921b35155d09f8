/**
 * The cron of wrangler.toml that does what requests have left: it hands notices to the push queue and deletes accounts.
 * Every other cron is a nightly run.
 */
export const SHORT_CRON = '*/5 * * * *'
