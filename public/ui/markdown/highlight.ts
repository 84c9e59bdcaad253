import type { Emitter } from 'highlight.js'
import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import type { Highlighted, Scope } from './highlighted.ts'

/** The scopes that have a colour, by the first part of their name in highlight.js. */
const SCOPES: Readonly<Record<string, Scope>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  tag: 'keyword',
  doctag: 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  addition: 'string',
  comment: 'comment',
  quote: 'comment',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  link: 'number',
  title: 'name',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  built_in: 'name',
  type: 'name',
  section: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  variable: 'name',
  meta: 'comment',
  deletion: 'deletion',
}

/** Collects pieces of text instead of HTML, which the page's policy does not let through. */
class PieceEmitter implements Emitter {
  readonly pieces: Highlighted[] = []
  readonly #scopes: (Scope | undefined)[] = []

  startScope(name: string): void {
    this.#scopes.push(SCOPES[name.split('.', 1)[0] ?? ''] ?? this.#scopes.at(-1))
  }

  endScope(): void {
    this.#scopes.pop()
  }

  /** The highlighter calls these as well, though its types do not say so. */
  openNode(name: string): void {
    this.startScope(name)
  }

  closeNode(): void {
    this.endScope()
  }

  addText(text: string): void {
    if (text !== '') this.pieces.push({ text, scope: this.#scopes.at(-1) })
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof PieceEmitter) this.pieces.push(...emitter.pieces)
  }

  toHTML(): string {
    return ''
  }

  finalize(): void {}
}

const LANGUAGES = {
  bash,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
}
highlighter.configure({ __emitter: PieceEmitter })
for (const [name, language] of Object.entries(LANGUAGES))
  highlighter.registerLanguage(name, language)

/** The pieces of a code with their scopes. An unknown language, or a failure, gives one piece. */
export function highlight(text: string, language: string): readonly Highlighted[] {
  const whole = [{ text, scope: undefined }]
  if (highlighter.getLanguage(language) === undefined) return whole
  const { _emitter: emitter } = highlighter.highlight(text, { language, ignoreIllegals: true })
  if (!(emitter instanceof PieceEmitter)) return whole
  // The highlighter keeps its own errors to itself: nothing of the code may be lost by one.
  const length = emitter.pieces.reduce((sum, piece) => sum + piece.text.length, 0)
  return length === text.length ? emitter.pieces : whole
}
