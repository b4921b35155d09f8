import type { MailContent } from './compose.ts'

/** A mail as plain text. It says all that the HTML says. */
export function plainTextOf(content: MailContent): string {
  const { heading, sentence, quote, facts, code, calendar, button, footer, stop } = content
  const blocks = [
    heading,
    sentence,
    quote && `${quote.who}\n\n${quote.text.replace(/^/gm, '> ')}\n\n${quote.notOurs}`,
    facts.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    code && `${code.label}: ${code.shown}\n${code.hint}`,
    `${button.label}:\n${button.url}`,
    calendar?.hint,
    // The signature sign of mail programs: what follows is not the message.
    `-- \n${footer.join('\n')}`,
    stop && `${stop.label}:\n${stop.url}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
