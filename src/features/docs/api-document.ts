import type { BodyExamples } from '../shared/openapi.ts'

/** A schema of the document, or a reference to one. */
export type ApiSchema = Readonly<Record<string, unknown>>
export type ApiSchemas = Readonly<Record<string, ApiSchema>>

export interface ApiMedia {
  schema: ApiSchema
  example?: unknown
  examples?: BodyExamples
}
export type ApiContent = Readonly<Record<string, ApiMedia>>

export interface ApiAnswer {
  /** Of a shared response; then there is nothing else. */
  $ref?: string
  description?: string
  headers?: Readonly<Record<string, object>>
  content?: ApiContent
}
type ApiAnswers = Readonly<Record<string, ApiAnswer>>

export interface ApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: ApiSchema
}

export interface ApiOperation {
  operationId: string
  summary: string
  description: string
  tags: readonly string[]
  security: readonly Readonly<Record<string, readonly string[]>>[]
  parameters?: readonly ApiParameter[]
  requestBody?: { required: boolean; content: ApiContent }
  responses: ApiAnswers
}

/** The parts of the API description that the service itself reads. */
export interface ApiDocument {
  openapi: string
  tags: readonly { name: string; description: string }[]
  paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>
  components: { securitySchemes: object; responses: ApiAnswers; schemas: ApiSchemas }
}

/** The component that a reference leads to, or the part itself. */
export function resolved<part extends { $ref?: unknown }>(
  part: part,
  components: Readonly<Record<string, part>>,
): part | undefined {
  return typeof part.$ref === 'string' ? components[componentOf(part.$ref)] : part
}

/** The name of the component that a reference leads to. */
export function componentOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
