// The worker thread of the search of `vector-store.ts`.
import { answerReads } from '../../db/read-threads.ts'
import { answerVectors } from './vector-store.ts'

declare const self: Worker

answerReads(self, answerVectors)
