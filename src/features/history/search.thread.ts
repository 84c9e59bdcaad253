// The worker thread of the search of `history-store.ts`.
import { answerReads } from '../../db/read-threads.ts'
import { searchHistory } from './history-store.ts'

declare const self: Worker

answerReads(self, searchHistory)
