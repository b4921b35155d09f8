import * as z from 'zod/mini'

// The responses that every signed-in phone reads at its start. The rest of the API's responses is in rest.ts.

export const jwtResponseSchema = z.object({ success: z.literal(true), expiresAt: z.iso.datetime() })
export const successSchema = z.object({ success: z.literal(true) })

/** The public settings that the app needs to sign in. `emulatorHost` is null except in local development. */
export const configSchema = z.object({
  firebase: z.object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() }),
  emulatorHost: z.nullable(z.string()),
  /** The VAPID public key for push subscriptions, base64url; null where push is not set up. */
  vapidKey: z._default(z.nullable(z.string()), null),
  /** Does it send mails? */
  mail: z._default(z.boolean(), false),
})
