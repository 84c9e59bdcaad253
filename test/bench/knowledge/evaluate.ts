// How well collections are searched: `bun test/bench/knowledge/evaluate.ts [port of a model server]`.
// By meaning with the models of that server, by default with the one that npm has: see
// ../embedding-server.ts. Pages of the manual, and notes in German and French, are read into a collection; each question of
// questions.json says which of them answers it. Prints recall at 5 and nDCG at 10 by source, for words as
// they are, for words with their stems, for meaning, for both together, and, where the server has a model for
// that, ranked by it. Then how
// many questions the tool of chats calls badly answered: all of unanswerable.json should be, and none of
// the others.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Demo } from '../../../src/engines/demo/demo.ts'
import { localServers } from '../../../src/engines/local-servers.ts'
import { OpenAiHttp } from '../../../src/engines/openai-http/openai-http.ts'
import { joinRanks } from '../../../src/features/knowledge/knowledge.ts'
import type { FoundPiece } from '../../../src/features/knowledge/knowledge-store.ts'
import { indexedWords, knowledgeExpression } from '../../../src/features/knowledge/stems.ts'
import { isWeak, MAX_TOOL_PASSAGES } from '../../../src/features/knowledge/tools.ts'
import { createTestApp } from '../../support/service.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { startScript } from '../child.ts'
import notes from './notes.json'
import questions from './questions.json'
import unanswerable from './unanswerable.json'

const DOCS = join(import.meta.dir, '../../../public/docs')
const OWNER = 'primary'
const DEPTH = 50
const [port] = process.argv.slice(2).map(Number)

type Piece = Pick<FoundPiece, 'seq' | 'source' | 'heading' | 'text'>
type Ranking = (question: string) => Promise<readonly Piece[]>

/** As an owner names a server that does not say what its models are for. */
function settingsOf(url: string) {
  return {
    ...{ id: 'bench', adapter: 'openai-http' as const, base_url: `${url}/v1` },
    ...{ max_characters: 100_000, timeout_seconds: 300 },
    embedding_models: ['universal-sentence-encoder-lite'],
  }
}

/** Names of the sources in the order of their best pieces. */
const sourcesOf = (pieces: readonly Piece[]) => [
  ...new Set(pieces.map(({ source }) => source.title)),
]

function recall(found: readonly string[], answers: readonly string[], at: number): number {
  return found.slice(0, at).some((one) => answers.includes(one)) ? 1 : 0
}

/** With one gain for each answer, wherever it stands. */
function ndcg(found: readonly string[], answers: readonly string[], at: number): number {
  const gainAt = (place: number) => 1 / Math.log2(place + 2)
  const gain = found
    .slice(0, at)
    .reduce((sum, one, place) => sum + (answers.includes(one) ? gainAt(place) : 0), 0)
  const best = answers.slice(0, at).reduce((sum, _, place) => sum + gainAt(place), 0)
  return gain / best
}

using folder = tempFolder()
const builtIn =
  port === undefined
    ? await startScript('embedding', [], join(folder.path, 'embedding.log'))
    : undefined
await using service = createTestApp({
  env: { DATA_DIR: folder.path },
  fallback: new Demo(),
  engines: builtIn === undefined ? [] : [new OpenAiHttp(settingsOf(builtIn.url))],
  ...(port === undefined
    ? {}
    : {
        sources: localServers([
          { port, kinds: ['llamacpp', 'ollama', 'lmstudio', 'vllm', 'localai'] },
        ]),
      }),
})
const { knowledge, reading, embedding, stores, embedder } = service.services
await service.asOwner('GET', '/v1/models')
const caller = {
  ...{ owner: OWNER, actor: 'bench', keyId: null, project: null, product: null, engines: null },
  requestId: 'bench',
}
const bench = { actor: 'bench', address: 'unknown', requestId: 'bench' }
const { id } = await knowledge.create(caller, { name: 'Evaluation', isShared: false }, bench)
const pages = readdirSync(DOCS).filter((name) => name.endsWith('.md') && name !== 'knowledge.md')
const texts: Record<string, string> = { ...notes }
for (const name of pages) texts[name.replace('.md', '')] = await Bun.file(join(DOCS, name)).text()
knowledge.add(
  caller,
  id,
  Object.entries(texts).map(([title, text]) => ({ kind: 'note', title, text })),
)
await reading.idle()
const { pieces } = knowledge.collection(OWNER, id)
console.log(
  `${Object.keys(texts).length} sources, ${pieces} passages, ${questions.length} questions`,
)

const { signal } = new AbortController()
const reader = { owner: OWNER, isMember: true }
const byExpression = async (expression: string | undefined): Promise<readonly Piece[]> => {
  if (expression === undefined) return []
  return await stores.knowledge.search({ ...reader, expression, limit: DEPTH })
}
const words: Ranking = (question) =>
  byExpression(knowledgeExpression([id], question, { isTyped: false }))
/** The same without stems: only words as they are. */
const plain: Ranking = (question) => {
  const expression = knowledgeExpression([id], question, { isTyped: false })
  return byExpression(expression?.replaceAll(/ OR stems : "[^"]*"/g, ''))
}
const meaning: Ranking = async (question) => {
  const asked = await embedding.question(caller, question, signal)
  if (asked === undefined) return []
  const near = await stores.knowledgeVectors.search({
    ...{ ...reader, ...asked, collectionIds: [id], limit: DEPTH },
  })
  const found = new Map(stores.knowledge.piecesBySeq(reader, near).map((one) => [one.seq, one]))
  return near.flatMap((seq) => found.get(seq) ?? [])
}
const both: Ranking = async (question) =>
  joinRanks(await Promise.all([words(question), meaning(question)]))

const rankings: Record<string, Ranking> = { 'words as they are': plain, 'words with stems': words }
if (embedder.model('embedding') !== undefined) {
  embedding.sweep()
  await embedding.idle()
  Object.assign(rankings, { meaning, both })
}
if (embedder.model('rerank') !== undefined)
  rankings['ranked'] = (question) => knowledge.search(caller, question, { limit: DEPTH })
console.log('| Search | recall@5 | nDCG@10 | en | de | fr |\n|---|---|---|---|---|---|')
for (const [name, ranking] of Object.entries(rankings)) {
  const scores: { language: string; recall: number; ndcg: number }[] = []
  for (const { question, answers } of questions) {
    const found = sourcesOf(await ranking(question))
    const language = /^(de|fr)-/.exec(answers[0] ?? '')?.[1] ?? 'en'
    scores.push({ language, recall: recall(found, answers, 5), ndcg: ndcg(found, answers, 10) })
  }
  const mean = (of: 'recall' | 'ndcg', language?: string) => {
    const some = scores.filter((one) => language === undefined || one.language === language)
    return (some.reduce((sum, one) => sum + one[of], 0) / some.length).toFixed(3)
  }
  const cells = [
    name,
    mean('recall'),
    mean('ndcg'),
    ...['en', 'de', 'fr'].map((one) => mean('ndcg', one)),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

const last = Object.keys(rankings).at(-1) ?? ''
const row = async (
  search: string,
  name: string,
  asked: readonly { question: string; answers: readonly string[] }[],
) => {
  const counts = { empty: 0, told: 0, lost: 0 }
  // One by one: a question that its model answers late is searched for by its words alone.
  for (const { question, answers } of asked) {
    const found = ((await rankings[search]?.(question)) ?? []).slice(0, MAX_TOOL_PASSAGES)
    if (found.length === 0) counts.empty += 1
    if (!isWeak(question, found)) continue
    counts.told += 1
    counts.lost += recall(sourcesOf(found), answers, 5)
  }
  const share = (some: number) => `${((100 * some) / asked.length).toFixed(0)} %`
  const cells = [search, name, asked.length, ...Object.values(counts).map(share)]
  console.log(`| ${cells.join(' | ')} |`)
}
console.log(
  '\n| Search | Questions | | nothing found | said to fit badly | of these found all the same |\n|---|---|---|---|---|---|',
)
for (const search of new Set(['words with stems', last])) {
  await row(search, 'answered by a source', questions)
  await row(
    search,
    'answered by none',
    unanswerable.map((question) => ({ question, answers: [] })),
  )
}
// Not a part of the index's own words, whose size is of interest as well.
const { words: some, stems } = indexedWords(id, texts['models'] ?? '')
console.log(`Stems of a page: ${((100 * stems.length) / some.length).toFixed(0)} % of its text`)
process.exit(0)
