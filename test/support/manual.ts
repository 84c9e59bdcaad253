import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MANUAL } from '../../src/features/docs/manual.ts'

const ROOT = join(import.meta.dir, '../..')
const FOLDER = join(ROOT, 'public/docs')

/** Names of the files of the manual. */
export const PAGE_FILES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length))

/** A page as its author wrote it. */
export function pageText(name: string): string {
  return readFileSync(join(FOLDER, `${name}.md`), 'utf8')
}

/** The README, then the pages in the order in which the manual lists them. */
export const PAPERS: readonly string[] = [
  readFileSync(join(ROOT, 'README.md'), 'utf8'),
  ...MANUAL.flatMap(({ pages }) => pages.map(pageText)),
]

interface Sample {
  /** As `sh` or `toml codex`; `sh` of an indented one. */
  language: string
  text: string
}

/** The samples of a text: between fences, also within lists, and indented. */
export function samplesOf(text: string): Sample[] {
  const fenced = [...text.matchAll(/^( *)```(\w[\w ]*)\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', language = '', body = '']) => ({
      language,
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
  const indented = [...text.matchAll(/(?<=\n\n)(?: {4}.*\n)+/g)].map(([body]) => ({
    language: 'sh',
    text: body.replaceAll(/^ {4}/gm, ''),
  }))
  return [...fenced, ...indented]
}

/** The requests of a sample, each with the lines that continue it. */
export function requestsOf({ language, text }: Sample): string[] {
  if (language !== 'sh') return []
  return [...text.matchAll(/^curl (?:\\\n|'[^']*'|[^\n'])*/gm)].map(([command]) => command)
}
