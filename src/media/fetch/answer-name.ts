import { tryDecode } from '../../platform/urls.ts'

const PARAMETER = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*/y
const MAX_DISPOSITION_CHARACTERS = 2_048
const MAX_NAME_CHARACTERS = 255

/**
 * The name of a downloaded file: that of the header, else the last name of the path.
 *
 * @param disposition The header `Content-Disposition`. RFC 6266
 */
export function answerName(disposition: string | null, url: URL): string | undefined {
  const parameters = parseDisposition(disposition ?? '')
  const [, extended] = /^utf-8'[^']*'(.*)$/i.exec(parameters.get('filename*') ?? '') ?? []
  const names = [
    extended === undefined ? undefined : tryDecode(extended),
    parameters.get('filename'),
    tryDecode(url.pathname),
  ]
  return names.map(lastName).find((name) => name !== undefined)
}

function parseDisposition(value: string): Map<string, string> {
  const parameters = new Map<string, string>()
  if (value.length > MAX_DISPOSITION_CHARACTERS) return parameters
  for (let at = value.indexOf(';'); at >= 0 && at < value.length; at = PARAMETER.lastIndex) {
    PARAMETER.lastIndex = at
    const [, key, quoted, plain = ''] = PARAMETER.exec(value) ?? []
    if (key === undefined) break
    parameters.set(key.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? plain)
  }
  return parameters
}

/** Without folders and control characters; undefined where nothing is left. */
function lastName(path: string | undefined): string | undefined {
  const name = path
    ?.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed()
  return name === undefined || /^\.{0,2}$/.test(name) ? undefined : name
}
