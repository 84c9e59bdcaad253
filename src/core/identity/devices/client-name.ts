const MAX_CHARACTERS = 80
/** Control and invisible characters; some of them reverse the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** The name that a client gives itself, safe to show in one line to the user who decides on it. */
export function clientName(given: string | undefined): string {
  const seen = (given ?? '').replace(UNSEEN, (one) => (/\s/.test(one) ? ' ' : ''))
  const shown = seen.replace(/\s+/g, ' ').trim()
  const name = Array.from(shown).slice(0, MAX_CHARACTERS).join('').trim()
  return name === '' ? 'Unnamed client' : name
}
