/** The package has no types of its own. */
declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options: object)
    parse(html: string): { jsonld: Record<string, unknown>; errors: unknown[] }
  }
}
