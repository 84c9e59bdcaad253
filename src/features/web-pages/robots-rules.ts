import robotsParser from 'robots-parser'

/** The product token that rules can name. */
const AGENT = 'Hearth'

/** An address, and the rules that decide about it. */
export interface RulesQuestion {
  /** Of the robots.txt. */
  source: string
  text: string
  url: string
}

/** Whether the rules of a site let programs read an address. */
export function rulesAllow({ source, text, url }: RulesQuestion): boolean {
  return robotsParser(source, text).isAllowed(url, AGENT) ?? true
}
