import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ownerOfUser } from '../../src/core/identity/actor.ts'
import { PRIMARY_USER_ID } from '../../src/core/identity/user-store.ts'
import { openDatabase } from '../../src/db/open.ts'
import { ConversationStore } from '../../src/features/conversations/conversation-store.ts'
import { MessageStore } from '../../src/features/conversations/message-store.ts'
import { startProcess } from '../support/process.ts'
import { PRIMARY_KEY } from '../support/service.ts'

export const CONVERSATIONS = 1_000
export const MESSAGES = 2_000
/** Path of the conversation with {@link MESSAGES} messages. */
export const LONG_PATH = '/app/c/cnv_long'

const OWNER = ownerOfUser(PRIMARY_USER_ID)
const HOUR_MS = 60 * 60 * 1000
const ANSWER = `A **short** answer with a [link](https://example.org/), and a list:

- one thing
- another \`thing\`

\`\`\`js
const answer = question.map((word) => word.length)
\`\`\`

And a paragraph at its end that is long enough to take several lines on a phone, as they do.`

/** The service as its own process, over kept conversations, with a signed-in browser's cookie. */
export async function startWebApp(folder: string, upstream: string) {
  mkdirSync(join(folder, 'data'))
  fill(join(folder, 'data/hearth.sqlite'))
  const engines = ['prose', 'code'].map(
    (id) =>
      `[[engines]]\nid = "${id}"\nadapter = "openai-http"\nbase_url = "${upstream}/${id}/v1"\nmodels = ["test-model"]\n`,
  )
  const service = await startProcess(folder, engines.join('\n'))
  const { url } = service
  const { status, headers } = await fetch(`${url}/login/key`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams({ key: PRIMARY_KEY }),
  })
  const cookie = headers.getSetCookie()[0]?.split(';', 1)[0]
  if (cookie === undefined) throw new Error(`The sign-in answered ${status}`)
  return { url, cookie, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() }
}

function fill(file: string): void {
  using db = openDatabase(file)
  const conversations = new ConversationStore(db)
  const messages = new MessageStore(db)
  const now = Date.now()
  const conversation = (id: string, title: string, at: number) =>
    conversations.insert({
      ...{ id, title, owner: OWNER, isTitled: true, folderId: null, pinnedAt: null },
      ...{ createdAt: at, updatedAt: at },
    })
  db.sqlite.transaction(() => {
    for (let index = 1; index < CONVERSATIONS; index += 1)
      conversation(`cnv_${index}`, `Conversation number ${index}`, now - index * HOUR_MS)
    conversation('cnv_long', 'The long one', now)
    for (let index = 0; index < MESSAGES; index += 1) {
      const isAnswer = index % 2 === 1
      messages.insert({
        id: `msg_${index}`,
        conversationId: 'cnv_long',
        parentId: index === 0 ? null : `msg_${index - 1}`,
        role: isAnswer ? 'assistant' : 'user',
        content: isAnswer ? ANSWER : `Question ${index}, of a few words?`,
        status: 'complete',
        ...(isAnswer
          ? { model: 'auto', answeredBy: 'prose/test-model' }
          : { model: null, answeredBy: null }),
        ...{
          errorCode: null,
          errorDetail: null,
          note: null,
          thoughts: null,
          thoughtMs: null,
          createdAt: now,
          finishedAt: now,
        },
      })
    }
  })()
}
