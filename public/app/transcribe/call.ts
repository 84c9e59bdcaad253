import { read } from '../../ui/api.ts'

export function call<answer extends object>(
  method: string,
  path: string,
  { body, key, signal }: { body?: object; key?: string; signal?: AbortSignal } = {},
): Promise<answer> {
  return read(answerOf<answer>(method, path, body, key, signal)) as Promise<answer>
}

async function answerOf<answer>(
  method: string,
  path: string,
  body: object | undefined,
  key: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ data?: answer; error?: unknown; response: Response }> {
  const response = await fetch(path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  const text = await response.text()
  const value = text === '' ? undefined : JSON.parse(text)
  return response.ok ? { data: value, response } : { error: value, response }
}
