import { type ComponentChild, createElement } from 'preact'
import { type MathNode, readFormula } from './read-formula.ts'

/**
 * Draws a formula in TeX.
 *
 * @returns Elements of MathML; undefined for what is no formula
 */
export function drawFormula(text: string, isBlock: boolean): ComponentChild {
  return readFormula(text, isBlock)?.map(drawn)
}

function drawn(node: MathNode): ComponentChild {
  if (typeof node === 'string') return node
  return createElement(node.name, node.attributes, ...node.children.map(drawn))
}
