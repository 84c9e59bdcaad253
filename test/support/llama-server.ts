import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
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
  const bin = join(folder.path, 'bin')
  const models = join(folder.path, 'data/models')
  for (const path of [bin, models]) mkdirSync(path, { recursive: true })
  const command = join(bin, 'llama-server')
  const report = join(folder.path, 'report')
  const call = `llamaServer('${report}', ${JSON.stringify({ lacks })})`
  const script = `#!${process.execPath}\nimport { llamaServer } from '${DOUBLE}'\n${call}\n`
  const install = () => writeFileSync(command, script, { mode: 0o755 })
  install()
  const reported = <shape extends TSchema>(schema: shape): Static<shape>[] =>
    (existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [])
      .map((line): unknown => JSON.parse(line))
      .filter((line) => matches(schema, line))
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
    /**
     * A file whose head says what its model is.
     *
     * @param facts Texts and numbers
     * @param content As of `addModel`
     */
    addHeader: (name: string, facts: Readonly<Record<string, string | number>>, content = '') =>
      writeFileSync(
        join(models, `${name}.gguf`),
        Buffer.concat([ggufHead(facts), Buffer.from(content)]),
      ),
    removeModel: (name: string) => rmSync(join(models, `${name}.gguf`)),
    starts: () => reported(Start),
    loaded: () => reported(Loaded),
    asked: () => reported(Asked).map(({ asked }) => asked),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}
/** The head of a GGUF file without tensors. https://github.com/ggml-org/ggml/blob/master/docs/gguf.md */
export function ggufHead(facts: Readonly<Record<string, string | number>>): Buffer {
  const number = (value: number, bytes: 4 | 8) => {
    const buffer = Buffer.alloc(bytes)
    buffer.writeUIntLE(value, 0, 4)
    return buffer
  }
  const text = (value: string) =>
    Buffer.concat([number(Buffer.byteLength(value), 8), Buffer.from(value)])
  const entries = Object.entries(facts).map(([name, value]) =>
    typeof value === 'string'
      ? Buffer.concat([text(name), number(8, 4), text(value)])
      : Buffer.concat([text(name), number(4, 4), number(value, 4)]),
  )
  const head = [Buffer.from('GGUF'), number(3, 4), number(0, 8), number(entries.length, 8)]
  return Buffer.concat([...head, ...entries])
}
export type InstalledLlamaServer = ReturnType<typeof installLlamaServer>
