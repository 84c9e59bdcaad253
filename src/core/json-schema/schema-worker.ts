// A thread of its own for the schemas of others: `schema-checker.ts` starts it, and ends it when a
// schema takes too long.
import { compileSchema, type SchemaFault } from './compile-schema.ts'

declare const self: Worker

/** One schema to compile, and a value to check by it where there is one. */
export interface SchemaRequest {
  schema: object
  /** In a list, since any value may be meant, also none. */
  values: readonly [] | readonly [unknown]
}

/** Why the schema cannot be used, or what is wrong with the value. */
export type SchemaResponse = { refusal: string } | { fault: SchemaFault | undefined }

/** What the worker says: once that it can be asked, then one answer to each question. */
export type SchemaMessage = 'ready' | SchemaResponse

self.addEventListener('message', ({ data }: MessageEvent<SchemaRequest>) => send(respond(data)))
// The first use makes what all schemas share: it counts as the start, not as a caller's time.
compileSchema({ type: 'string', pattern: '^a' })
send('ready')

function send(message: SchemaMessage): void {
  self.postMessage(message)
}

function respond({ schema, values }: SchemaRequest): SchemaResponse {
  let faultOf: ReturnType<typeof compileSchema>
  try {
    faultOf = compileSchema(schema)
  } catch (cause) {
    return { refusal: reasonOf(cause) }
  }
  try {
    return { fault: values.length === 0 ? undefined : faultOf(values[0]) }
  } catch (cause) {
    return { fault: { path: '', message: `cannot be checked: ${reasonOf(cause)}` } }
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 200) : 'unknown fault'
}
