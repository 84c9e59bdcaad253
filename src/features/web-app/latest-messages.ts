import { Html, html } from '../../http/reply/html.ts'

/** The end of a conversation. */
export interface LatestMessages {
  title: string
  /** The oldest first. */
  messages: readonly { role: 'user' | 'assistant'; text: string }[]
  /** Whether these are all of them. */
  isWhole: boolean
}

/** Characters of a message that are drawn: more than a phone shows. */
const MAX_CHARACTERS = 4_000
/** A longer message is left to the script: here it would take too long to find out where its code is. */
const MAX_MESSAGE_CHARACTERS = 100_000

/** Quotations and lists in each other, which are read in the square of their depth. */
const DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){20}/m

/** The place of a button, and of those below a message. */
const BUTTON = html`<span class="button plain icon"></span>`
const BUTTONS = html`<footer>${BUTTON}</footer>`

/**
 * The messages as the script draws them, which then draws over them: formulas, tools and colours of code
 * are its own. They may come from anybody: markup shows as text, and links lead nowhere.
 */
export function drawMessages({ messages, isWhole }: LatestMessages): Html {
  const ends = messages.map(({ role, text }) => ({ role, end: endOf(text) }))
  const drawn = ends.map(({ role, end }) => {
    if (end === '') return html``
    return role === 'user'
      ? html`<article class="own"><p dir="auto">${end}</p>${BUTTONS}</article>`
      : html`<article class="answer"><div class="markdown">${drawMarkdown(end)}</div>${BUTTONS}</article>`
  })
  return html`<div class="message-list"><div class="column"${isWhole ? html` data-whole` : html``}>${drawn}</div></div>`
}

/** The last paragraphs of a message, with the fence of code that they are in. */
function endOf(text: string): string {
  const end = wholeEndOf(text)
  return DEEP.test(end) ? '' : end
}

function wholeEndOf(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text
  const start = text.indexOf('\n\n', text.length - MAX_CHARACTERS)
  if (start === -1 || text.length > MAX_MESSAGE_CHARACTERS) return ''
  const fences = text.slice(0, start).match(/^ {0,3}(?:```|~~~)/gm) ?? []
  const open = fences.length % 2 === 0 ? '' : (fences.at(-1) ?? '')
  return open + text.slice(start)
}

const inElement = (name: string) => (content: string) => `<${name}>${content}</${name}>`
const inParagraph = (content: string) => `<p dir="auto">${content}</p>`
const CELL = { left: '', center: ' align="center"', right: ' align="right"' }
const inCell =
  (name: string) =>
  (content: string, { align = 'left' }: { align?: keyof typeof CELL } = {}) =>
    `<${name}${CELL[align]}>${content}</${name}>`

/** Every text comes to `text`, also that of code and what looks like markup. */
function drawMarkdown(text: string): Html {
  const drawn = Bun.markdown.render(text, {
    text: (content) => Bun.escapeHTML(content),
    html: inParagraph,
    paragraph: inParagraph,
    heading: (content, { level }) => {
      const name = `h${Math.min(level, 3) + 2}`
      return `<${name} dir="auto">${content}</${name}>`
    },
    list: (content, { ordered, start }) =>
      ordered ? `<ol start="${Number(start ?? 1)}">${content}</ol>` : `<ul>${content}</ul>`,
    listItem: (content) => `<li dir="auto">${content}</li>`,
    blockquote: inElement('blockquote'),
    code: (content, { language = '' } = {}) => {
      const caption = `<span>${Bun.escapeHTML(language)}</span>${BUTTON.text}`
      return `<figure class="code-block"><figcaption>${caption}</figcaption><pre><code>${content}</code></pre></figure>`
    },
    hr: () => '<hr>',
    table: (content) =>
      `<section class="scroll-x"><table class="table">${content}</table></section>`,
    thead: inElement('thead'),
    tbody: inElement('tbody'),
    tr: inElement('tr'),
    th: inCell('th'),
    td: inCell('td'),
    strong: inElement('strong'),
    emphasis: inElement('em'),
    codespan: inElement('code'),
    strikethrough: inElement('del'),
    link: (content) => `<a>${content}</a>`,
    image: (content) => content,
  })
  return new Html(drawn)
}
