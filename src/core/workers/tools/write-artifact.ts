import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { cleanFileName } from '../../files/file-name.ts'
import { HEAD_BYTES, judgeMediaType } from '../../files/media-type.ts'
import { findJobFile, piecesOf } from '../job-files.ts'
import { defineTool, ToolError } from '../tool.ts'

/** Artifacts of one job. See Limits. */
export const MAX_ARTIFACTS = 20
/** Of one artifact. See Limits. */
export const MAX_ARTIFACT_BYTES = 25 * 1000 * 1000
/** Of one that is given as text. See Limits. */
export const MAX_ARTIFACT_CHARACTERS = 200_000
/** Behind the name of a file that is being written. No clean name ends with a dot. */
const PART = '.part.'

export const writeArtifact = defineTool({
  name: 'write_artifact',
  description:
    'Hands a file to the person who gave you the task: either `text`, or a `file` of /work or /inputs. The same name again replaces it.',
  parameters: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 1000, description: 'Its name, as report.md' }),
    text: Type.Optional(Type.String({ maxLength: MAX_ARTIFACT_CHARACTERS })),
    file: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
  }),
  label: ({ name }) => `write_artifact ${cleanFileName(name)}`,
  async run({ name: given, text, file }, { folder, artifacts, requireRoom }) {
    if ((text === undefined) === (file === undefined))
      throw new ToolError('Give either text or file')
    const name = cleanFileName(given)
    const others = artifacts.filter((one) => one.name !== name)
    if (others.length >= MAX_ARTIFACTS)
      throw new ToolError(`There are ${MAX_ARTIFACTS} artifacts already, which is the bound`)
    const source = file === undefined ? undefined : findJobFile(folder, file)
    await requireRoom(source?.bytes ?? Buffer.byteLength(text ?? ''))
    const path = join(folder.artifacts, name)
    const part = join(folder.artifacts, `${crypto.randomUUID()}${PART}`)
    try {
      const { bytes, head } = await copy(
        source === undefined ? [Buffer.from(text ?? '')] : piecesOf(source, MAX_ARTIFACT_BYTES + 1),
        part,
      )
      if (bytes > MAX_ARTIFACT_BYTES)
        throw new ToolError(`An artifact has at most ${MAX_ARTIFACT_BYTES} bytes`)
      const mediaType = await judgeMediaType(head, name)
      await rename(part, path)
      return {
        text: `Handed over as ${name}: ${bytes} bytes, ${mediaType}`,
        artifact: { name, bytes, mediaType },
      }
    } finally {
      await rm(part, { force: true })
    }
  },
})

async function copy(
  source: Iterable<Buffer> | AsyncIterable<Buffer>,
  path: string,
): Promise<{ bytes: number; head: Buffer }> {
  const file = await open(path, 'wx', 0o600)
  const head: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of source) {
      if (bytes < HEAD_BYTES) head.push(piece)
      await file.writeFile(piece)
      bytes += piece.length
    }
  } finally {
    await file.close()
  }
  return { bytes, head: Buffer.concat(head).subarray(0, HEAD_BYTES) }
}
