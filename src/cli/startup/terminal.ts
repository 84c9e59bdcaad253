/** Whether a terminal shows colours. https://no-color.org */
export function hasColours(stream: { isTTY?: boolean }): boolean {
  const { NO_COLOR: off, TERM: terminal } = process.env
  return stream.isTTY === true && (off === undefined || off === '') && terminal !== 'dumb'
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const
export type Style = keyof typeof CODES

/** Adds a style to a text, or leaves it as it is. */
export type Styler = (style: Style, text: string) => string

export function createStyler(withColours: boolean): Styler {
  return (style, text) =>
    withColours && text !== '' ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text
}
