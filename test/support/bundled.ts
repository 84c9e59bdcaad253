import { OWN_PATHS } from '../../src/bundle.ts'

/**
 * Makes one file of a program of the tests, which starts in a quarter of the time: for those that are started
 * again and again.
 *
 * @param program Absolute path of its TypeScript
 * @param folder Where the file is written
 * @returns Path of the file
 */
export async function bundled(program: string, folder: string): Promise<string> {
  const { outputs } = await Bun.build({
    ...{ entrypoints: [program], outdir: folder, target: 'bun', plugins: [OWN_PATHS] },
  })
  return outputs[0]?.path ?? ''
}
