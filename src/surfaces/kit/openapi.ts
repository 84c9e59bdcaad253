import type { TSchema } from '@sinclair/typebox'

interface Documented {
  summary: string
  description?: string
  tags: string[]
  /** The body that the handler reads itself, after the guard. */
  body?: TSchema
}

/** A route's entry in the API description; bodies are described here because handlers read them themselves. */
export function documented({ summary, description, tags, body }: Documented) {
  return {
    summary,
    tags,
    ...(description === undefined ? {} : { description }),
    ...(body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: plain(body) } } },
        }),
  }
}

/** TypeBox schemas are JSON Schema once their symbols are gone. */
function plain(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema))
}
