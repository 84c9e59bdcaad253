import { decoderOf } from './decode-text.ts'
import type { ExtractedText } from './extracted-text.ts'
import { TextCollector } from './text-collector.ts'

/** Groups without text of the document. */
const HIDDEN = new Set(
  'fonttbl colortbl stylesheet info pict object listtable listoverridetable rsidtbl generator themedata datastore xmlnstbl latentstyles fldinst'.split(
    ' ',
  ),
)
const SPACES: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n\n',
  page: '\n\n',
  tab: '\t',
  cell: ' | ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
}
const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi

interface Group {
  isHidden: boolean
  /** How many characters stand for a Unicode one, for programs that know none. */
  skip: number
}

/** Reads the text of an RTF document. */
export function readRtf(bytes: Buffer, maxCharacters: number): ExtractedText {
  const source = bytes.toString('latin1')
  const decoder = decoderFor(source)
  const collector = new TextCollector(maxCharacters)
  const groups: Group[] = []
  let group: Group = { isHidden: false, skip: 1 }
  let skipped = 0
  const add = (text: string) => {
    if (group.isHidden) return
    const dropped = Math.min(skipped, text.length)
    skipped -= dropped
    collector.add(text.slice(dropped))
  }
  for (const [, word, number, hex, symbol, brace, text] of source.matchAll(TOKEN)) {
    if (collector.isCut) break
    if (brace === '{') groups.push({ ...group })
    else if (brace === '}') group = groups.pop() ?? group
    else if (text !== undefined) add(text)
    else if (hex !== undefined) add(decoder.decode(Uint8Array.of(Number.parseInt(hex, 16))))
    else if (symbol === '*') group.isHidden = true
    else if (symbol === '~') add('\u00a0')
    else if (symbol !== undefined && '{}\\'.includes(symbol)) add(symbol)
    else if (word === 'uc') group.skip = Number(number ?? '1')
    else if (word === 'u') {
      add(String.fromCharCode(Number(number ?? '0') & 0xffff))
      skipped = group.skip
    } else if (word !== undefined && HIDDEN.has(word)) group.isHidden = true
    else if (word !== undefined && Object.hasOwn(SPACES, word)) add(SPACES[word] ?? '')
  }
  return { kind: 'document', text: collector.tidied, isCut: collector.isCut, notes: [] }
}

function decoderFor(source: string): TextDecoder {
  const [, page = '1252'] = /\\ansicpg(\d+)/.exec(source.slice(0, 1000)) ?? []
  try {
    return decoderOf(`windows-${page}`)
  } catch {
    return decoderOf('windows-1252')
  }
}
