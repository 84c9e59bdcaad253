import { readFile as readHostFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { findJobFile, type JobFile, readJobFile } from '../job-files.ts'
import type { WorkerInputFile } from '../pieces.ts'
import { defineTool, type ToolContext, ToolError, type ToolOutcome } from '../tool.ts'
import { isPicture, showPicture } from '../work-picture.ts'

/** Of a text that is read in lines. See Limits. */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024
/** Lines of one call. See Limits. */
const DEFAULT_LINES = 400
export const MAX_LINES = 2_000

export const readFile = defineTool({
  name: 'read_file',
  description:
    'Reads a text file in lines. Of a PDF or an office document in /inputs it gives the text; `page` shows one page of a scanned document. A picture (PNG, JPEG, WebP, GIF), also one that you made in /work, is shown where you can see pictures.',
  parameters: Type.Object({
    path: Type.String({ minLength: 1, maxLength: 4096 }),
    offset: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The first line, from 1; by default 1' }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LINES,
        description: `How many lines; by default ${DEFAULT_LINES}`,
      }),
    ),
    page: Type.Optional(Type.Integer({ minimum: 1, description: 'A page to look at, from 1' })),
  }),
  label: ({ path, offset, page }) =>
    `read_file ${path}${page === undefined ? '' : `, page ${page}`}${offset === undefined ? '' : `, from line ${offset}`}`,
  async run({ path, offset = 1, limit = DEFAULT_LINES, page }, context) {
    const file = findJobFile(context.folder, path)
    const input = context.files.find(({ name }) => `/inputs/${name}` === file.path)
    const isPictures = input !== undefined && input.textName === undefined && input.kind !== 'text'
    if (page !== undefined || (isPictures && input.pictures.length > 0))
      return showPage(input, page ?? 1, context)
    const text =
      input?.textName === undefined
        ? file
        : findJobFile(context.folder, `/inputs/${input.textName}`)
    if (text === file && (await isPicture(file))) {
      if (input === undefined) return showPicture(file, context)
      throw new ToolError(
        `${file.path} is a picture that cannot be shown. ${input.note ?? ''}`.trim(),
      )
    }
    const note = input?.note === undefined || input.note === null ? '' : ` ${input.note}`
    return readLines(text, file.path, { offset, limit, note })
  },
})

async function showPage(
  input: WorkerInputFile | undefined,
  page: number,
  { folder, sees }: ToolContext,
): Promise<ToolOutcome> {
  if (input === undefined) throw new ToolError('Only files in /inputs have pages')
  if (!sees) throw new ToolError('This model does not see pictures: read the text of the file')
  const count = input.pictures.length
  if (count === 0) throw new ToolError(`There are no pictures of ${input.name}: read its text`)
  const name = input.pictures[page - 1]
  if (name === undefined) throw new ToolError(`There are pictures of ${count} pages, from 1`)
  const picture = await readHostFile(join(folder.inputs, name))
  return { text: `Page ${page} of ${count} of /inputs/${input.name}`, pictures: [picture] }
}

async function readLines(
  file: JobFile,
  path: string,
  { offset, limit, note }: { offset: number; limit: number; note: string },
): Promise<ToolOutcome> {
  const bytes = await readJobFile(file, MAX_TEXT_BYTES)
  if (bytes.includes(0))
    throw new ToolError(
      `${path} is no text. A command can convert it, if a program for it is there`,
    )
  const lines = bytes.toString('utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  const shown = lines.slice(offset - 1, offset - 1 + limit)
  const isPartial = file.bytes > bytes.length
  if (shown.length === 0 && lines.length > 0)
    throw new ToolError(`${path} has ${lines.length} lines`)
  const last = offset - 1 + shown.length
  const head = `Lines ${shown.length === 0 ? 0 : offset} to ${last} of ${lines.length}${isPartial ? ' and more' : ''} of ${path}.${note}`
  return { text: `${head}\n${shown.join('\n')}` }
}
