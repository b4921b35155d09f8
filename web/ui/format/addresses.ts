/** An https address in a text. */
export interface FoundAddress {
  address: string
  start: number
  end: number
  /** The text between the address before it, or the start, and this one. */
  before: string
}

/**
 * An address ends before a blank, a quote, an angle bracket, a character that nobody sees, and the next address. The
 * signs of sentences in other scripts end it too: they often have no blank behind them, and no address contains them.
 */
const ADDRESS =
  /(?<![a-z\p{N}])https:\/\/(?:(?![,;]https:\/\/)[^\s\p{C}<>"“”„«»`|\\^{}،؛؟۔।॥、。，；！？「」『』【】])+/giu
/** A sentence goes on with these, in any script. A slash, a dash and the like may be the address's own end. */
const SENTENCE = /[\p{P}]$/u
const OWN_END = /[/\-_#&%@*]$/
const CLOSING: Record<string, string> = { ')': '(', ']': '[', '）': '（' }

/**
 * The https addresses in a text, as people write them: a full stop, a comma or a bracket after an address is not part of
 * it. One that ends with '…' was cut, and leads nowhere. One with a name before its host ('https://bank.example@…')
 * hides where it leads.
 */
export function addressesIn(text: string): FoundAddress[] {
  const found: FoundAddress[] = []
  for (const { 0: match, index: start } of text.matchAll(ADDRESS)) {
    const address = withoutSentence(match)
    const url = URL.canParse(address) ? new URL(address) : null
    if (!url?.hostname.includes('.') || url.username || url.password) continue
    const end = start + address.length
    if (text[end] === '…') continue
    found.push({ address, start, end, before: text.slice(found.at(-1)?.end ?? 0, start) })
  }
  return found
}

function withoutSentence(match: string): string {
  let address = match
  for (;;) {
    const last = address.at(-1) ?? ''
    const opening = CLOSING[last]
    const isPaired = opening !== undefined && address.split(opening).length >= address.split(last).length
    if (!SENTENCE.test(address) || OWN_END.test(address) || isPaired) return address
    address = address.slice(0, -1)
  }
}
