import {
  NodeHtmlMarkdown,
  PostProcessResult,
  type TranslatorConfigObject,
} from 'node-html-markdown'
import type { PageElement } from './dom.ts'

const FENCE = '```'
/** Cells that one cell may stand for. */
const MAX_COLUMNS = 50
/** Balanced parentheses do not end an address. CommonMark 0.31, 6.3 */
const BALANCED = /^[^()]*(?:\([^()]*\)[^()]*)*$/

const OPTIONS = {
  bulletMarker: '-',
  emDelimiter: '*',
  // An underscore within a word marks nothing.
  globalEscape: [
    /[\\`*~[\]]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])/giu,
    '\\$&',
  ] as const,
  lineStartEscape: [
    /^(\s*)(?:(>|[-+](?=\s)|#{1,6}(?=\s)|=+(?=\s*$))|(\d{1,9})([.)](?=\s)))/gm,
    '$1$3\\$2$4',
  ] as const,
}

const TRANSLATORS: TranslatorConfigObject = {
  pre: ({ node, visitor }) => ({
    noEscape: true,
    preserveWhitespace: true,
    surroundingNewlines: 2,
    childTranslators: visitor.instance.codeBlockTranslators,
    postprocess: ({ content }) => {
      const code = content.replace(/^\n/, '').trimEnd()
      // Longer than what is inside.
      const inside = Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length))
      const fence = '`'.repeat(Math.max(FENCE.length, inside + 1))
      return `${fence}${node.getAttribute('data-language') ?? ''}\n${code}\n${fence}`
    },
  }),
  // A list begins with the number of its first entry; what follows is under the text of the entry.
  li: ({ node, listKind, options: { bulletMarker } }) => {
    const marker = listKind === 'OL' ? `${node.getAttribute('value') ?? 1}. ` : `${bulletMarker} `
    return {
      prefix: marker,
      surroundingNewlines: 1,
      postprocess: ({ content }) =>
        content.trim() === ''
          ? PostProcessResult.RemoveNode
          : content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`),
    }
  },
  'h1,h2,h3,h4,h5,h6': ({ node }) => ({
    prefix: `${'#'.repeat(Number(node.tagName.charAt(1)))} `,
    postprocess: ({ content }) =>
      content.trim() === '' ? PostProcessResult.RemoveNode : content.replace(/\s*\n\s*/g, ' '),
  }),
  a: ({ node, visitor }) => {
    const href = node.getAttribute('href') ?? ''
    if (href === '') return {}
    if (node.textContent === href && !/[<>\s]/.test(href)) return { content: `<${href}>` }
    return {
      childTranslators: visitor.instance.aTagTranslators,
      postprocess: ({ content }) => {
        const text = content.replace(/\s*\n\s*/g, ' ').trim()
        return text === ''
          ? PostProcessResult.RemoveNode
          : `[${text}](${addressOf(href)}${titleOf(node.getAttribute('title'))})`
      },
    }
  },
  img: ({ node }) => {
    const src = node.getAttribute('src') ?? ''
    if (src === '' || src.startsWith('data:')) return { ignore: true }
    const text = (node.getAttribute('alt') ?? '').replace(/\s+/g, ' ').replace(/[[\]]/g, '\\$&')
    return {
      content: `![${text}](${addressOf(src)}${titleOf(node.getAttribute('title'))})`,
      recurse: false,
    }
  },
}

const markdown = new NodeHtmlMarkdown(OPTIONS, TRANSLATORS)
// What a link and a cell may have inside is listed apart.
for (const translators of [markdown.aTagTranslators, markdown.tableCellTranslators]) {
  translators.set('img', TRANSLATORS['img'] ?? {})
  translators.set('code', markdown.translators.get('code') ?? {})
}
const cells = markdown.tableCellTranslators
cells.set('a', TRANSLATORS['a'] ?? {})
cells.set('br', { content: '\n', recurse: false })
cells.set('p,div,li,pre,blockquote,h1,h2,h3,h4,h5,h6,tr,dt,dd', { surroundingNewlines: 1 })
for (const rows of [markdown.tableTranslators, markdown.tableRowTranslators])
  rows.set('th,td', ({ node, visitor }) => ({
    childTranslators: visitor.instance.tableCellTranslators,
    prefix: ' ',
    // A cell over several columns stands in the first of them.
    postfix: ' |'.repeat(columnsOf(node.getAttribute('colspan'))),
    postprocess: ({ content }) =>
      content
        .trim()
        .replaceAll('|', '\\|')
        .replace(/\s*\n\s*/g, '<br>'),
  }))

/** GitHub Flavored Markdown of an element, which is changed. */
export function toMarkdown(root: PageElement): string {
  numberEntries(root)
  return markdown.translate(root.innerHTML).trim()
}

function numberEntries(root: PageElement): void {
  for (const list of root.querySelectorAll('ol')) {
    let number = integerOf(list.getAttribute('start')) ?? 1
    for (const entry of list.children) {
      if (entry.localName !== 'li') continue
      number = integerOf(entry.getAttribute('value')) ?? number
      // A number below zero begins no list.
      entry.setAttribute('value', String(Math.max(0, number)))
      number += 1
    }
  }
}

function integerOf(text: string | null): number | undefined {
  return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
}

function columnsOf(colspan: string | undefined): number {
  return Math.min(Math.max(integerOf(colspan ?? null) ?? 1, 1), MAX_COLUMNS)
}

function addressOf(url: string): string {
  const address = url.replace(/[\s<>]/g, encodeURIComponent)
  return BALANCED.test(address) ? address : address.replaceAll('(', '%28').replaceAll(')', '%29')
}

function titleOf(title: string | undefined): string {
  const line = (title ?? '').replace(/\s+/g, ' ').trim()
  return line === '' ? '' : ` "${line.replace(/["\\]/g, '\\$&')}"`
}
