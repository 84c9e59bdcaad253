import type { Alert, AlertChannel } from './alert-channel.ts'
import { post } from './http-post.ts'

/** A longer message would become an attachment: https://docs.ntfy.sh/publish/#limitations */
const MAX_MESSAGE_BYTES = 4_000

/** Posts an alert to a topic of an ntfy server. */
export class Ntfy implements AlertChannel {
  readonly name = 'ntfy'
  readonly #url: string
  readonly #token: string | undefined

  constructor(url: string, token: string | undefined) {
    this.#url = url
    this.#token = token
  }

  async send({ kind, subject, message }: Alert, signal: AbortSignal): Promise<void> {
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      title: headerText(subject),
      priority: 'high',
      tags: headerText(`warning,${kind}`),
      ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
    }
    await post(this.#url, headers, cut(message), signal)
  }
}

/** A header carries ASCII only; ntfy decodes RFC 2047. */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
}

function cut(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= MAX_MESSAGE_BYTES) return text
  // With `stream` the decoder drops a character that the cut has split.
  const head = new TextDecoder().decode(bytes.subarray(0, MAX_MESSAGE_BYTES - 4), { stream: true })
  return `${head}…`
}
