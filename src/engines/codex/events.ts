import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'

const CodexEvent = Type.Union([
  Type.Object({
    type: Type.Union([
      Type.Literal('item.started'),
      Type.Literal('item.updated'),
      Type.Literal('item.completed'),
    ]),
    item: Type.Object({ type: Type.String(), text: Type.Optional(Type.String()) }),
  }),
  Type.Object({ type: Type.Literal('turn.completed') }),
  Type.Object({
    type: Type.Literal('turn.failed'),
    error: Type.Optional(Type.Object({ message: Type.Optional(Type.String()) })),
  }),
  Type.Object({ type: Type.Literal('error'), message: Type.String() }),
])
export type CodexEvent = Static<typeof CodexEvent>

/** Parses one line of stdout; undefined for a line that is not JSON or not used. */
export function codexEvent(line: string): CodexEvent | undefined {
  if (!/^\s*\{/.test(line)) return undefined
  const value = tryParseJson(line).value
  return matches(CodexEvent, value) ? value : undefined
}

/** An error reported by the service behind the tool. */
export interface ReportedError {
  message: string
  /** HTTP status. */
  status?: number | undefined
  /** For example `invalid_request_error`. */
  kind?: string | undefined
}

const WrappedError = Type.Object({
  error: Type.Object({ message: Type.String(), type: Type.Optional(Type.String()) }),
  status: Type.Optional(Type.Number()),
})

/** Parses an error whose message may be a JSON document. */
export function parseReportedError(message: string): ReportedError {
  const value = message.includes('{')
    ? tryParseJson(message.slice(message.indexOf('{'))).value
    : undefined
  if (!matches(WrappedError, value)) return { message }
  return { message: value.error.message, status: value.status, kind: value.error.type }
}
