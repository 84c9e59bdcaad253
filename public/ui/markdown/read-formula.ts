import temml from 'temml'

/** A text, or an element of MathML. */
export type MathNode =
  | string
  | { name: string; attributes: Record<string, unknown>; children: readonly MathNode[] }

/** Trees of what was read; undefined for what is no formula. */
const trees = new Map<string, readonly MathNode[] | undefined>()
const MAX_TREES = 500

/**
 * Reads a formula in TeX.
 *
 * @returns Elements of MathML; undefined for what is no formula
 */
export function readFormula(text: string, isBlock: boolean): readonly MathNode[] | undefined {
  const key = `${isBlock} ${text}`
  if (!trees.has(key)) {
    if (trees.size >= MAX_TREES) trees.clear()
    trees.set(key, read(text, isBlock))
  }
  return trees.get(key)
}

function read(text: string, displayMode: boolean): readonly MathNode[] | undefined {
  try {
    const tree = temml.__renderToMathMLTree(text, {
      displayMode,
      trust: false,
      throwOnError: true,
      maxExpand: 100,
      maxSize: [50, 50],
    })
    return allowedNodes(tree)
  } catch {
    return undefined
  }
}

/** The elements of presentation MathML that only draw; others are drawn as their content. */
const ELEMENTS = new Set(
  (
    'math mi mn mo mtext mspace ms mrow mfrac msqrt mroot mstyle mpadded mphantom menclose ' +
    'msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd'
  ).split(' '),
)
/** No style, no class, no id, no link, no handler. */
const ATTRIBUTES = new Set(
  (
    'display displaystyle scriptlevel mathvariant stretchy fence separator form lspace rspace ' +
    'largeop movablelimits symmetric minsize maxsize accent accentunder linethickness width ' +
    'height depth voffset notation columnalign rowalign columnspan rowspan columnspacing rowspacing'
  ).split(' '),
)
const VALUE = /^[\w.%+ -]{0,40}$/

function allowedNodes(node: unknown): readonly MathNode[] {
  if (Array.isArray(node)) return node.flatMap(allowedNodes)
  const { type, text, attributes, children = [] } = Object(node)
  if (typeof text === 'string') return [text]
  const content = allowedNodes(Array.isArray(children) ? children : [])
  if (!ELEMENTS.has(type)) return content
  const allowed = Object.entries(Object(attributes)).filter(
    ([name, value]) => ATTRIBUTES.has(name) && VALUE.test(String(value)),
  )
  return [{ name: type, attributes: Object.fromEntries(allowed), children: content }]
}
