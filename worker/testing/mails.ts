import type { Env } from '../env.ts'

/** A mail as the binding gets it. */
interface Sent {
  from: string
  to: string
  raw: string
}

/**
 * The settings of a deployment with mail, and a binding that keeps what it is asked to send.
 * @param answer is asked before each mail is kept, and may throw
 */
export function withMail(answer: (to: string) => unknown = () => undefined) {
  const sent: Sent[] = []
  const MAIL = {
    async send(message: EmailMessage & { 'EmailMessage::raw'?: string }) {
      await answer(message.to)
      sent.push({ from: message.from, to: message.to, raw: String(message['EmailMessage::raw']) })
      return { messageId: `${sent.length}` }
    },
  } as unknown as SendEmail
  const settings = { MAIL, MAIL_FROM: 'Startline <mail@run.example>', MAIL_ORIGIN: 'https://run.example' }
  return { sent, settings: settings satisfies Partial<Env> }
}
