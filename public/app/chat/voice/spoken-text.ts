import type { MarkedToken, Token } from 'marked'
import { readMarkdown } from '../../../ui/markdown/bounded-lexer.ts'
import { m } from '../messages/en.ts'

/** What is taken for HTML: left out, or kept as a page shows it, such as the `<T>` of a type. */
type Html = 'left out' | 'kept'

/** The words of a text in Markdown, as they are read aloud: without its marks, and without code. */
export function spokenText(markdown: string, html: Html = 'left out'): string {
  return blocks(readMarkdown(markdown, {}), html).join('\n\n').trim()
}

function blocks(tokens: readonly Token[], html: Html): string[] {
  return tokens.flatMap((token) => block(token as MarkedToken, html)).filter((text) => text !== '')
}

function block(token: MarkedToken, html: Html): string[] {
  switch (token.type) {
    case 'heading':
    case 'paragraph':
      return [ended(inline(token.tokens, html))]
    case 'blockquote':
      return blocks(token.tokens, html)
    case 'list':
      return token.items.flatMap(({ tokens }) => blocks(tokens, html))
    case 'table':
      return [token.header, ...token.rows].map((cells) =>
        ended(cells.map(({ tokens }) => inline(tokens, html)).join(', ')),
      )
    case 'code':
      return [m.codeLeftOut]
    case 'html':
      return [htmlText(token.text, html)]
    case 'text':
      return [ended(token.tokens === undefined ? token.text : inline(token.tokens, html))]
    default:
      return []
  }
}

function inline(tokens: readonly Token[] | undefined, html: Html): string {
  return (tokens ?? []).map((token) => text(token as MarkedToken, html)).join('')
}

function text(token: MarkedToken, html: Html): string {
  switch (token.type) {
    case 'br':
      return '\n'
    case 'html':
      return htmlText(token.text, html)
    case 'image':
      return token.text
    case 'codespan':
    case 'escape':
      return token.text
    default:
      return 'tokens' in token && token.tokens !== undefined
        ? inline(token.tokens, html)
        : 'text' in token
          ? token.text
          : ''
  }
}

function htmlText(text: string, html: Html): string {
  return html === 'kept' ? text : ''
}

/** A voice pauses where a sentence ends. */
function ended(text: string): string {
  const trimmed = text.trim()
  return trimmed === '' || /[.!?…:;。！？]["'”’)]?$/u.test(trimmed) ? trimmed : `${trimmed}.`
}
