import { type Actor, ownerOf } from '../../core/identity/actor.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { AnswerHeaders } from '../../guards/browser.ts'
import { readJson } from '../../http/body/json.ts'
import { setRateHeaders } from '../../http/reply/rate-headers.ts'
import { AppError } from '../../platform/errors.ts'
import { IMAGE_LIMIT, ImageBody, MAX_IMAGE_BYTES, MAX_PROMPT_BYTES } from './schema.ts'

/**
 * Checks a submission while there is no image model. Bounds and limits apply; nothing is charged.
 *
 * @throws {AppError} `rate_limited`, `too_large`, `malformed`, `invalid`, `too_long`; else
 * `withheld`
 */
export async function submitImage(
  rateLimits: RateLimits,
  actor: Actor,
  request: Request,
  set: AnswerHeaders,
): Promise<never> {
  // Before the body is read, so that a request over the limit costs little.
  rateLimits.consume(IMAGE_LIMIT, ownerOf(actor), (state) => setRateHeaders(set.headers, state))
  const { prompt } = await readJson(request, ImageBody, MAX_IMAGE_BYTES)
  if (Buffer.byteLength(prompt) > MAX_PROMPT_BYTES) {
    throw new AppError('too_long', `The prompt is longer than ${MAX_PROMPT_BYTES} bytes`, {
      param: 'prompt',
    })
  }
  throw new AppError('withheld', 'Images are withheld: the catalogue of image models is empty')
}
