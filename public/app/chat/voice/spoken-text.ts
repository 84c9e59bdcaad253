import { lexer, type MarkedToken, type Token } from 'marked'

/** The words of a text in Markdown, as they are read aloud: without its marks, and without code. */
export function spokenText(markdown: string): string {
  return blocks(lexer(markdown)).join('\n\n').trim()
}

function blocks(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => block(token as MarkedToken)).filter((text) => text !== '')
}

function block(token: MarkedToken): string[] {
  switch (token.type) {
    case 'heading':
    case 'paragraph':
      return [ended(inline(token.tokens))]
    case 'blockquote':
      return blocks(token.tokens)
    case 'list':
      return token.items.flatMap(({ tokens }) => blocks(tokens))
    case 'table':
      return [token.header, ...token.rows].map((cells) =>
        ended(cells.map(({ tokens }) => inline(tokens)).join(', ')),
      )
    case 'code':
      return ['Code, left out.']
    case 'text':
      return [ended(token.tokens === undefined ? token.text : inline(token.tokens))]
    default:
      return []
  }
}

function inline(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map((token) => words(token as MarkedToken)).join('')
}

function words(token: MarkedToken): string {
  switch (token.type) {
    case 'br':
      return '\n'
    case 'html':
      return ''
    case 'image':
      return token.text
    case 'codespan':
    case 'escape':
      return token.text
    default:
      return 'tokens' in token && token.tokens !== undefined
        ? inline(token.tokens)
        : 'text' in token
          ? token.text
          : ''
  }
}

/** A voice pauses where a sentence ends. */
function ended(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /[.!?…:;。！？]["'”’)]?$/u.test(trimmed) ? trimmed : `${trimmed}.`
}
