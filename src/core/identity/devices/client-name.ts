const MAX_CHARACTERS = 80
/** Controls and what cannot be seen: of these, some reverse the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** How a client calls itself, made fit to stand in a line before the person who must judge it. */
export function clientName(given: string | undefined): string {
  const seen = (given ?? '').replace(UNSEEN, (one) => (/\s/.test(one) ? ' ' : ''))
  const shown = seen.replace(/\s+/g, ' ').trim()
  const name = Array.from(shown).slice(0, MAX_CHARACTERS).join('').trim()
  return name === '' ? 'Unnamed client' : name
}
