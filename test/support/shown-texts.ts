import ts from '@typescript/typescript6'

/** Attributes and fields that are for the eyes of users, however their text looks. */
const SHOWN = new Set([
  ...['alt', 'aria-label', 'aria-description', 'done', 'hint', 'label', 'placeholder', 'text'],
  'title',
])
/** What nobody reads: attributes and fields, elements with code, and calls that take a selector. */
const UNSEEN = new Set(['class', 'style', 'rel', 'd', 'code', 'kbd', 'pre', 'samp'])
const SELECTS = /(?:\.(?:querySelector(?:All)?|closest|matches|startsWith)|matchMedia)$/
/** Two words, a capital letter and small ones, or a word that a space sets off from what is beside it. */
const WORDS =
  /[A-Za-z’]+[,.;:]? [A-Za-z’]{2,}|^[A-Z][a-z]+[.…]?$|^[ ,;(]*[a-z]{2,} +$|^[ ,;]+[a-z]{2,}/

/**
 * The texts of a source that a page shows or has read out, in their order: what stands between tags,
 * and literals that look like words. One small word alone, as in `return 'failed'`, looks like a name.
 */
export function shownTexts(path: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isUnseen(node)) return
    if (ts.isJsxText(node)) {
      if (/[A-Za-z]{2}/.test(node.text.replaceAll(/&\w+;/g, ''))) found.push(node.text)
    } else if (ts.isStringLiteralLike(node)) {
      if (WORDS.test(node.text) || isFieldShown(node)) found.push(node.text)
    } else if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)]
      if (parts.some(({ text }) => WORDS.test(text)))
        found.push(parts.map(({ text }) => text).join('…'))
    }
    node.forEachChild(visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found.map((text) => text.trim().replaceAll(/\s+/g, ' '))
}

function isFieldShown({ parent, text }: ts.StringLiteralLike): boolean {
  return (
    (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) &&
    SHOWN.has(parent.name.getText().replaceAll("'", '')) &&
    /[A-Za-z]{3}/.test(text)
  )
}

/** Types, imports, errors that are thrown, selectors, what is compared, classes and the like. */
function isUnseen(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return true
  if (ts.isNewExpression(node)) return node.expression.getText().endsWith('Error')
  if (ts.isCallExpression(node)) return SELECTS.test(node.expression.getText())
  if (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node))
    return UNSEEN.has(node.name.getText())
  if (ts.isJsxElement(node)) return UNSEEN.has(node.openingElement.tagName.getText())
  if (!ts.isStringLiteralLike(node)) return false
  if (ts.isCaseClause(node.parent)) return true
  return ts.isBinaryExpression(node.parent) && /^[=!]==$/.test(node.parent.operatorToken.getText())
}
