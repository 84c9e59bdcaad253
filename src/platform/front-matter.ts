/** A text that has no front matter, or one that cannot be read. The message is for its author. */
export class FrontMatterError extends Error {
  override readonly name = 'FrontMatterError'
}

/**
 * Splits a Markdown text into its front matter, YAML between two lines of `---`, and the rest.
 *
 * @throws {FrontMatterError}
 */
export function parseFrontMatter(content: string): { fields: unknown; body: string } {
  const text = content.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  const found = /^---[ \t]*\n([\s\S]*?\n)---[ \t]*(?:\n([\s\S]*))?$/.exec(text)
  if (found === null)
    throw new FrontMatterError('it does not begin with front matter between two lines of ---')
  return { fields: parseHead(found[1] ?? ''), body: (found[2] ?? '').trim() }
}

function parseHead(head: string): unknown {
  // Loaded by the first text, as a start reads none.
  const { parse: parseYaml }: typeof import('yaml') = require('yaml')
  try {
    // YAML aliases could expand a few lines to gigabytes.
    return parseYaml(head, { maxAliasCount: 0, logLevel: 'error' })
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : ''
    throw new FrontMatterError(`the front matter is not YAML: ${reason.slice(0, 200)}`, { cause })
  }
}
