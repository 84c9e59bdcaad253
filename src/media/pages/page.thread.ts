// The worker thread of `page-threads.ts`, which ends it when a page takes too long.

import { answerRequests } from '../../platform/answer-requests.ts'
import { lowerThreadPriority } from '../../platform/thread-time.ts'
import type { PageContent, PageSource } from '../contract-web.ts'
import { readPage } from './read-page.ts'

declare const self: Worker

/** What a page says, or why it cannot be read. */
export type PageAnswer = { content: PageContent } | { failure: string }

lowerThreadPriority()
answerRequests(self, answer)

function answer(source: PageSource): PageAnswer {
  try {
    return { content: readPage(source) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
