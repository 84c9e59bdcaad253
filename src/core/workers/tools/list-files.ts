import { Type } from '@sinclair/typebox'
import { jobPath, listJobFiles } from '../job-files.ts'
import { defineTool } from '../tool.ts'

/** Files that one call lists. */
const MAX_LISTED = 500

export const listFiles = defineTool({
  name: 'list_files',
  description:
    'Lists the files in /inputs (what was attached) and /work (what commands have made), with their sizes in bytes.',
  parameters: Type.Object({
    path: Type.Optional(
      Type.String({ maxLength: 4096, description: 'A folder, as /inputs; all without' }),
    ),
  }),
  label: ({ path }) => `list_files${path === undefined ? '' : ` ${path}`}`,
  async run({ path }, { folder, files: inputs, artifacts }) {
    const { files, isPartial } = listJobFiles(folder)
    const root = path === undefined ? '' : `${jobPath(path).replace(/\/$/, '')}/`
    const wanted = files.filter((file) => file.path.startsWith(root))
    const kinds = new Map(inputs.map((file) => [`/inputs/${file.name}`, file]))
    const lines = wanted.slice(0, MAX_LISTED).map(({ path: name, bytes }) => {
      const input = kinds.get(name)
      return `${bytes}\t${name}${input === undefined ? '' : `\t${input.kind}`}`
    })
    const left = wanted.length - lines.length
    return {
      text: [
        ...(lines.length === 0 ? ['There are no files'] : lines),
        ...(left > 0 ? [`… and ${left} more: name a folder`] : []),
        ...(isPartial ? ['There are more files than are listed'] : []),
        ...artifacts.map(({ name, bytes }) => `${bytes}\tartifact ${name}`),
      ].join('\n'),
    }
  },
})
