/** What is looked at of a file's beginning. */
export const HEAD_BYTES = 64 * 1024
const OCTETS = 'application/octet-stream'

const TEXT =
  /^(?:text\/.+|application\/(?:json|xml|javascript|x-sh|x-subrip|sql|rtf|toml|yaml|[\w.-]+\+(?:json|xml))|image\/svg\+xml)$/
/** Formats that are an archive or XML inside: their name says more than their first bytes. */
const CONTAINERS: Readonly<Record<string, RegExp>> = {
  'application/zip':
    /^application\/(?:vnd\.(?:openxmlformats|oasis|ms-)|epub\+zip|java-archive|.*\+zip)/,
  'application/xml': /xml$|^text\/html$/,
  'application/x-cfb': /^application\/(?:msword|vnd\.ms-)/,
}

/**
 * The media type of a file: what its content says, then what its name says where the content does
 * not contradict, then what the sender says.
 *
 * @param head The first {@link HEAD_BYTES}, or all of a shorter file
 */
export async function judgeMediaType(
  head: Uint8Array,
  name: string,
  hint = OCTETS,
): Promise<string> {
  const byName = essence(Bun.file(name).type)
  const byContent = (await contentType(head)) ?? undefined
  if (byContent !== undefined) return CONTAINERS[byContent]?.test(byName) ? byName : byContent
  const isText = looksLikeText(head)
  for (const type of [byName, essence(hint)])
    if (type !== OCTETS && TEXT.test(type) === isText) return type
  return isText && head.length > 0 ? 'text/plain' : OCTETS
}

async function contentType(head: Uint8Array): Promise<string | undefined> {
  // Loaded by the first file.
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    const found = await fileTypeFromBuffer(head)
    return found && essence(found.mime)
  } catch {
    // The beginning of a damaged file; its name is all that is left.
    return undefined
  }
}

/** Without parameters, in lower case; octets for what is no media type. */
function essence(type: string): string {
  const [, own] = /^\s*([\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})\s*(?:;|$)/.exec(type) ?? []
  return own?.toLowerCase() ?? OCTETS
}

/** UTF-8 without the control characters that no text has. The last character may be cut. */
function looksLikeText(head: Uint8Array): boolean {
  for (const byte of head) if (byte < 0x20 && !TEXT_CONTROLS.has(byte)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])
