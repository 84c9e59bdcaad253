import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../src/platform/check.ts'
import { tempFolder } from './process.ts'

const DOUBLE = import.meta.resolve('./doubles/llama-server.ts')

/** One start of the router, as it reports it. */
const Start = Type.Object({
  start: Type.Integer(),
  args: Type.Array(Type.String()),
  env: Type.Record(Type.String(), Type.String()),
})
/** One start of the process of a model. */
const Loaded = Type.Object({ model: Type.String(), pid: Type.Integer() })
const Asked = Type.Object({ asked: Type.String() })

/**
 * Installs a double of `llama-server` in a folder of its own, beside a folder for models.
 *
 * @param options.lacks An option that it does not know, as an old one
 */
export function installLlamaServer({ lacks }: { lacks?: string } = {}) {
  const folder = tempFolder()
  const [bin, models] = ['bin', 'data/models'].map((part) => join(folder.path, part))
  if (bin === undefined || models === undefined) throw new Error('No folder for the double')
  for (const path of [bin, models]) mkdirSync(path, { recursive: true })
  const command = join(bin, 'llama-server')
  const report = join(folder.path, 'report')
  const options = JSON.stringify({ lacks })
  const install = () => {
    writeFileSync(
      command,
      `#!${process.execPath}\nimport { llamaServer } from '${DOUBLE}'\nllamaServer('${report}', ${options})\n`,
    )
    chmodSync(command, 0o755)
  }
  install()
  const lines = (): unknown[] =>
    existsSync(report)
      ? readFileSync(report, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
  return {
    /** Of the service: its DATA_DIR is the folder `data` in it. */
    path: folder.path,
    command,
    bin,
    models,
    /** Puts the program into its place again. */
    install,
    uninstall: () => rmSync(command),
    /** @param content What its answers say; `broken: REASON` and `killed` cannot be loaded */
    addModel: (name: string, content = 'hello') =>
      writeFileSync(join(models, `${name}.gguf`), `GGUF ${content}`),
    removeModel: (name: string) => rmSync(join(models, `${name}.gguf`)),
    starts: (): Static<typeof Start>[] => lines().filter((line) => matches(Start, line)),
    loaded: (): Static<typeof Loaded>[] => lines().filter((line) => matches(Loaded, line)),
    asked: () =>
      lines()
        .filter((line) => matches(Asked, line))
        .map(({ asked }) => asked),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}
export type InstalledLlamaServer = ReturnType<typeof installLlamaServer>
