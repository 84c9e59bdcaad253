// The worker thread of the search of `knowledge-store.ts`.
import { answerReads } from '../../db/read-threads.ts'
import { searchPieces } from './knowledge-store.ts'

declare const self: Worker

answerReads(self, searchPieces)
