import { Ajv2020 } from 'ajv/dist/2020.js'
import { RE2JS } from 're2js'
import { AppError } from '../../platform/errors.ts'

/** What came of reading a model's answer as JSON. */
export type Structured = { ok: true; value: unknown } | { ok: false; fault: string }

/**
 * A JSON Schema of the caller's, made ready to check answers. Its patterns run in RE2, in linear
 * time: a caller's regular expression must not be able to stop the one thread that serves everybody.
 *
 * @throws {AppError} `invalid` when it is no usable schema
 */
export function responseSchema(schema: object): (text: string) => Structured {
  const validate = compile(schema)
  return (text) => {
    let value: unknown
    try {
      value = JSON.parse(withoutFence(text))
    } catch {
      return { ok: false, fault: 'it is not JSON' }
    }
    if (validate(value)) return { ok: true, value }
    const first = validate.errors?.[0]
    return {
      ok: false,
      fault: `${first?.instancePath || '/'} ${first?.message ?? 'does not match'}`,
    }
  }
}

function compile(schema: object) {
  const regExp = Object.assign((pattern: string) => linear(pattern), { code: 'linear' })
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    logger: false,
    code: { regExp },
  })
  try {
    return ajv.compile(schema)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.slice(0, 200) : 'unknown fault'
    throw new AppError('invalid', `Request body is invalid at /response_schema: ${reason}`, {
      cause,
      param: 'response_schema',
    })
  }
}

function linear(pattern: string) {
  const compiled = RE2JS.compile(pattern)
  // Ajv tells patterns apart by their text.
  return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
}

/** Models like to wrap JSON in a Markdown fence, even when told not to. */
function withoutFence(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
}
