// The worker thread of the search of `vector-store.ts`.
import { answerReads } from '../../db/read-threads.ts'
import { searchVectors } from './vector-store.ts'

declare const self: Worker

answerReads(self, searchVectors)
