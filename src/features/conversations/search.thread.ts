// The worker thread of the search of `message-store.ts`.
import { answerReads } from '../../db/read-threads.ts'
import { searchConversations } from './message-store.ts'

declare const self: Worker

answerReads(self, searchConversations)
