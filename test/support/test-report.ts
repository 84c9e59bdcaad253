/** What went wrong, as it is printed once more after all parts. */
export interface Failure {
  /** Path of the test's file, or the part or suite that failed as a whole. */
  file: string
  name: string
  message: string
}

/** What the runner reports about a part. */
export interface Report {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

/** Of a message: enough for a difference of values or the calls of a browser. */
const MAX_LINES = 24
const MAX_LINE_CHARACTERS = 400
/** Of the places that a message names after it. */
const MAX_PLACES = 3

/** Attributes hold no quote and may hold `>`. */
const ATTRIBUTES = String.raw`((?:\s+[\w-]+="[^"]*")*)\s*`
const FAILED_CASE = new RegExp(
  `<testcase${ATTRIBUTES}>\\s*<failure${ATTRIBUTES}(?:/>|>([^<]*)</failure>)`,
  'g',
)
/** Colour codes, with and without the character that XML cannot hold. */
const COLORS = new RegExp(`${String.fromCharCode(27)}?\\[\\d+(?:;\\d+)*m`, 'g')
const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
}

/** Reads the runner's JUnit report. It has no test for an error between tests: see `errorsOutside`. */
export function readReport(xml: string): Report {
  const head = /<testsuites [^>]*>/.exec(xml)?.[0] ?? ''
  const count = (name: string) => Number(new RegExp(` ${name}="(\\d+)"`).exec(head)?.[1] ?? 0)
  const [failed, skipped] = [count('failures'), count('skipped')]
  const failures = [...xml.matchAll(FAILED_CASE)].map(([, test = '', failure = '', text = '']) => {
    const [file, name, group] = ['file', 'name', 'classname'].map((one) => attribute(test, one))
    return {
      file: file ?? '',
      name: group ? `${group} > ${name}` : (name ?? ''),
      message: shorten(unescapeXml(text).trim() || attribute(failure, 'message')),
    }
  })
  return { passed: count('tests') - failed - skipped, failed, skipped, failures }
}

const TEST_FILE = /[^\s'"(]+\.test\.tsx?/

/** Finds what only the runner's output has: a file that does not load, and an error between tests. */
export function errorsOutside(output: string): Failure[] {
  const found: Failure[] = []
  let file = ''
  let error: string[] | undefined
  for (const line of output.replace(COLORS, '').split('\n')) {
    if (line.startsWith('# Unhandled error between tests')) error = []
    else if (error === undefined) {
      file = /^(\S+\.test\.tsx?):$/.exec(line)?.[1] ?? file
      const [, aborted] = /^✗ (\S+ \(aborted: .*\))$/.exec(line) ?? []
      if (aborted !== undefined) found.push({ file: aborted, name: '(not run)', message: '' })
    } else if (!line.startsWith('---')) error.push(line)
    else if (error.length > 0) {
      const message = shorten(error.join('\n'))
      // Files run at the same time: the heading before it may be that of another.
      found.push({ file: TEST_FILE.exec(message)?.[0] ?? file, name: '(between tests)', message })
      error = undefined
    }
  }
  return found
}

/** The last lines of an output. */
export function lastLines(output: string): string {
  return shorten(output.replace(COLORS, '').trimEnd().split('\n').slice(-MAX_LINES).join('\n'))
}

/** Prints failures, each with its file, its name and the start of its message. */
export function printFailures(failures: readonly Failure[]): void {
  if (failures.length === 0) return
  console.log(`\nFailed (${failures.length}):`)
  for (const { file, name, message } of failures) {
    console.log(`\n✗ ${file}: ${name}`)
    if (message !== '') console.log(message.replace(/^/gm, '    '))
  }
  console.log('')
}

function attribute(attributes: string, name: string): string {
  return unescapeXml(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(code)),
  )
}

/** The first lines, and the first places of the stack. */
function shorten(message: string): string {
  const lines = message
    .replace(COLORS, '')
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE_CHARACTERS).trimEnd())
  const places = lines.filter((line) => /^\s+at (?!.*(?:node_modules|native:|node:))/.test(line))
  const words = lines.filter((line) => line !== '' && !/^\s+at \S/.test(line))
  return [...words.slice(0, MAX_LINES), ...places.slice(0, MAX_PLACES)].join('\n')
}
