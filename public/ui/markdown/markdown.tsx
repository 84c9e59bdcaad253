import type { MarkedToken, Token, Tokens } from 'marked'
import { type ComponentChildren, Fragment } from 'preact'
import { useRef } from 'preact/hooks'
import { visible } from '../format.ts'
import { memo } from '../memo.ts'
import { CodeBlock, Growing } from './code-block.tsx'
import { Formula } from './formula.tsx'
import { IncrementalLexer, OPEN_TOKENS } from './incremental-lexer.ts'
import { isMath, type MathToken } from './math-tokens.ts'
import { safeLink } from './safe-link.ts'
import './markdown.css'
import { m } from '../messages/en.ts'

/**
 * A text in Markdown, as elements. It may come from anybody: markup shows as text, images as links,
 * and links lead to the web only.
 *
 * @param isGrowing Whether more text follows; then only its end is read again
 */
export function Markdown({ text, isGrowing = false }: { text: string; isGrowing?: boolean }) {
  const lexer = useRef(new IncrementalLexer())
  const tokens = lexer.current.read(text, isGrowing)
  return (
    <div class={isGrowing ? 'markdown growing' : 'markdown'}>
      {tokens.map((token, index) => (
        <Block
          key={index}
          token={token}
          isGrowing={isGrowing && index >= tokens.length - OPEN_TOKENS}
        />
      ))}
    </div>
  )
}

const Block = memo(({ token, isGrowing }: { token: Token; isGrowing: boolean }) => (
  <Growing.Provider value={isGrowing}>
    <BlockToken token={token as MarkedToken} />
  </Growing.Provider>
))

function BlockToken({ token }: { token: MarkedToken | MathToken }) {
  if (isMath(token)) return <Formula {...token} />
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading':
      return <Heading {...token} />
    case 'paragraph':
      return (
        <p dir="auto">
          <Inlines tokens={token.tokens} />
        </p>
      )
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens} />
        </blockquote>
      )
    case 'list':
      return <List {...token} />
    case 'code':
      return <CodeBlock text={token.text} language={token.lang} />
    case 'hr':
      return <hr />
    case 'table':
      return <Table {...token} />
    case 'html':
      return <p dir="auto">{visible(token.text.trim())}</p>
    case 'text':
      return token.tokens === undefined ? visible(token.text) : <Inlines tokens={token.tokens} />
    default:
      return <p dir="auto">{visible(token.raw)}</p>
  }
}

function Blocks({ tokens }: { tokens: readonly Token[] }) {
  return (
    <>
      {tokens.map((token, index) => (
        <BlockToken key={index} token={token as MarkedToken} />
      ))}
    </>
  )
}

/** Headings of an answer stand below those of the page. */
function Heading({ depth, tokens }: Tokens.Heading) {
  const content = <Inlines tokens={tokens} />
  if (depth <= 1) return <h3 dir="auto">{content}</h3>
  if (depth === 2) return <h4 dir="auto">{content}</h4>
  return <h5 dir="auto">{content}</h5>
}

function List({ ordered, start, items }: Tokens.List) {
  const content = items.map(({ tokens, task, checked }, index) => (
    <li key={index} dir="auto">
      {task && <input type="checkbox" checked={checked === true} disabled aria-label={m.done} />}
      <Blocks tokens={tokens} />
    </li>
  ))
  if (!ordered) return <ul>{content}</ul>
  return <ol start={typeof start === 'number' ? start : 1}>{content}</ol>
}

function Table({ header, rows, align }: Tokens.Table) {
  const side = (index: number) => ({ textAlign: align[index] ?? 'start' })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="scroll-x" tabIndex={0} aria-label={m.table}>
      <table class="table">
        <thead>
          <tr>
            {header.map(({ tokens }, index) => (
              <th key={index} scope="col" style={side(index)}>
                <Inlines tokens={tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens }, index) => (
                <td key={index} style={side(index)}>
                  <Inlines tokens={tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Inlines({ tokens }: { tokens: readonly Token[] | undefined }) {
  return (
    <>
      {tokens?.map((token, index) => (
        <Inline key={index} token={token as MarkedToken} />
      ))}
    </>
  )
}

function Inline({ token }: { token: MarkedToken | MathToken }) {
  if (isMath(token)) return <Formula {...token} />
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inlines tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inlines tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inlines tokens={token.tokens} />
        </del>
      )
    case 'codespan':
      return <code>{visible(token.text)}</code>
    case 'br':
      return <br />
    case 'link':
      return (
        <Link href={token.href}>
          <Inlines tokens={token.tokens} />
        </Link>
      )
    case 'image':
      return <Link href={token.href}>{visible(m.image(token.text || token.href))}</Link>
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? (
        <Inlines tokens={token.tokens} />
      ) : (
        visible(token.text)
      )
    case 'escape':
      return <>{token.text}</>
    default:
      return <>{visible(token.raw)}</>
  }
}

function Link({ href, children }: { href: string; children: ComponentChildren }) {
  const target = safeLink(href)
  if (target === undefined)
    return (
      <Fragment>
        {children} <span class="quiet">({visible(href)})</span>
      </Fragment>
    )
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}
