import type { Page } from 'playwright-core'

/** An answer in place of the service's; `never` is none. */
export type PageAnswer =
  | 'never'
  | { status?: number; headers?: object; json?: unknown; body?: string }

/** What a page has asked for. */
interface PageCall {
  url: URL
  /** Whether it asks for events that follow one another. */
  isStream: boolean
}

/** @returns The answer; undefined leaves it to the service */
export type Answering = (call: PageCall) => PageAnswer | undefined | Promise<PageAnswer | undefined>

/** What scripts and pictures ask for, also where the document has it loaded early, but none of the files. */
const CALLS = (['XHR', 'Fetch', 'EventSource', 'Image', 'Other'] as const).map((resourceType) => ({
  resourceType,
}))
const DOCUMENTS = { resourceType: 'Document', requestStage: 'Response' } as const
const BOOT = /(<script[^>]* id="boot"[^>]*>)([^<]*)/
/** Those of the bytes that the service has sent. */
const OF_THE_BODY = ['content-encoding', 'content-length']

/**
 * Answers a page in place of the service, and has it ask meanwhile for what otherwise comes with its
 * document. `page.route` would do so for each file too, and has the browser keep none of them: half of the
 * time of a page is spent on its scripts then.
 */
export async function answersOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  let answering: Answering | undefined
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType, ...response }) => {
    const { responseStatusCode, responseHeaders = [] } = response
    const fulfill = (code: number, headers: [name: string, value: string][], body: string) =>
      session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: code,
        responseHeaders: headers.map(([name, value]) => ({ name, value })),
        body: Buffer.from(body).toBase64(),
      })
    const answered = async () => {
      if (resourceType === 'Document') {
        if (answering === undefined || responseStatusCode !== 200) return false
        const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId })
        const text = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString()
        if (!BOOT.test(text)) return false
        const headers = responseHeaders.filter(
          ({ name }) => !OF_THE_BODY.includes(name.toLowerCase()),
        )
        const pairs = headers.map(({ name, value }): [string, string] => [name, value])
        await fulfill(200, pairs, withoutAnswers(text))
        return true
      }
      const isStream = request.headers['Accept'] === 'text/event-stream'
      const answer = await answering?.({ url: new URL(request.url), isStream })
      if (answer === undefined) return false
      if (answer === 'never') return true
      const { status = 200, headers = {}, json, body = JSON.stringify(json) } = answer
      const type = json === undefined ? {} : { 'content-type': 'application/json' }
      await fulfill(status, Object.entries({ ...type, ...headers }), body)
      return true
    }
    const handle = async () => {
      if (!(await answered())) await session.send('Fetch.continueRequest', { requestId })
    }
    // One that its page has left cannot be answered.
    handle().catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [...CALLS, DOCUMENTS] })
  return {
    /** @param by By default, the service answers, and the document as well */
    answer(by?: Answering): void {
      answering = by
    },
  }
}

/** What a document has of the service's answers is taken out of it. */
function withoutAnswers(document: string): string {
  return document.replace(BOOT, (_, start: string, boot: string) => {
    const own = JSON.stringify({ ...JSON.parse(boot), answers: {} })
    return start + own.replaceAll('<', String.raw`\u003c`)
  })
}

/** Answers by patterns of addresses, of which the last that matches counts: `*` is all but a slash, and `**` all. */
export function byAddress(answers: Readonly<Record<string, PageAnswer>>): Answering {
  const patterns = Object.entries(answers).map(([glob, answer]) => {
    const parts = glob.split(/(\*+)/).map((part) => {
      if (part === '**') return '.*'
      return part === '*' ? '[^/]*' : RegExp.escape(part)
    })
    return { pattern: new RegExp(`^${parts.join('')}$`), answer }
  })
  return ({ url }) => patterns.findLast(({ pattern }) => pattern.test(url.href))?.answer
}
