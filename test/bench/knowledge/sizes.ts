// Time and memory of searches in large collections: `bun test/bench/knowledge/sizes.ts [pieces…]`, by
// default of 1,000, 10,000 and 100,000. The pieces have words as frequent as in a language; their vectors
// are drawn by chance, as only their number and length matter here. A process of its own searches each.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../src/db/open.ts'
import { KnowledgeStore } from '../../../src/features/knowledge/knowledge-store.ts'
import { knowledgeExpression } from '../../../src/features/knowledge/stems.ts'
import { normalized } from '../../../src/features/knowledge/vector-search.ts'
import { VectorStore } from '../../../src/features/knowledge/vector-store.ts'
import { rssOf } from '../../attack/process-figures.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { quantile } from '../numbers.ts'
import { wordsBy } from './mixed-files.ts'

const SEED = 7
const SIZES = [1_000, 10_000, 100_000]
const SOURCE_PIECES = 500
const PIECE_WORDS = 300
/** As embedding.ts makes them, and as long as those of nomic-embed-text and many others. */
const ROW_VECTORS = 16
const DIMENSIONS = 768
const QUESTIONS = 50
const QUESTION_WORDS = 6
const LIMIT = 50
const MIB = 1024 ** 2
const OWNER = 'primary'
const MODEL = 'local/double'
const COLLECTION = 'kno_sizes'

const random = seededRandom(SEED)
const word = wordsBy(random)
const textOf = (words: number) => Array.from({ length: words }, word).join(' ')
const vector = () => normalized(Float32Array.from({ length: DIMENSIONS }, () => random() - 0.5))

const given = process.argv.slice(2)
const [path = ''] = given
if (existsSync(path)) await search(path)
else await compare(given.length === 0 ? SIZES : given.map(Number))
// Threads without work would keep it for their idle time.
process.exit(0)

async function compare(sizes: readonly number[]): Promise<void> {
  console.log(
    '| Passages | database | words p50 | p99 | of it computing | meaning, the first time | p50 | p99 | of it computing | memory before | after words | after meaning |',
  )
  console.log(`|${'---|'.repeat(12)}`)
  for (const size of sizes) {
    using folder = tempFolder()
    const file = join(folder.path, 'hearth.sqlite')
    fill(file, size)
    const searching = Bun.spawn([process.execPath, import.meta.path, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = await new Response(searching.stdout).text()
    const megabytes = `${Math.round(Bun.file(file).size / MIB)} MiB`
    console.log(`| ${size.toLocaleString('en-US')} | ${megabytes} | ${said.trim()} |`)
  }
}

function fill(file: string, size: number): void {
  using db = openDatabase(file)
  using store = new KnowledgeStore(db)
  using vectors = new VectorStore(db)
  const caller = { owner: OWNER, actor: 'bench', keyId: null, project: null, product: null }
  const at = {
    ...{ collectionId: COLLECTION, createdAt: 0 },
    caller: { ...caller, engines: null, requestId: 'bench' },
  }
  const collection = { id: COLLECTION, owner: OWNER, name: 'Sizes', isShared: false, createdAt: 0 }
  store.insertCollection({ ...collection, folder: null })
  for (let from = 0; from < size; from += SOURCE_PIECES) {
    const id = `kns_${from}`
    db.sqlite.transaction(() => {
      store.insertSource({ ...at, id, kind: 'note', ref: id, title: textOf(3), body: null })
      const source = store.source(COLLECTION, id)
      if (source === undefined) return
      const count = Math.min(SOURCE_PIECES, size - from)
      const piece = () => ({ heading: textOf(4), text: textOf(PIECE_WORDS) })
      store.insertPieces(source, 0, Array.from({ length: count }, piece))
      for (let after = -1; ; ) {
        const some = vectors.pieces(source.seq, after, ROW_VECTORS)
        if (some.length === 0) break
        after = some.at(-1)?.position ?? 0
        const seqs = some.map(({ seq }) => seq)
        vectors.insert(source.seq, MODEL, seqs, some.map(vector))
      }
      store.changeSource(source.seq, { state: 'ready', pieces: count, embeddedBy: MODEL })
    })()
  }
}

/** Prints the cells of a row. */
async function search(file: string): Promise<void> {
  using db = openDatabase(file)
  using store = new KnowledgeStore(db)
  using vectors = new VectorStore(db)
  const reader = { owner: OWNER, isMember: true, limit: LIMIT }
  const byWords = async () => {
    const question = textOf(QUESTION_WORDS)
    const expression = knowledgeExpression([COLLECTION], question, { isTyped: false }) ?? ''
    await store.search({ ...reader, expression })
  }
  const byMeaning = async () => {
    const query = { model: MODEL, vector: vector(), collectionIds: [COLLECTION] }
    await vectors.search({ ...reader, ...query })
  }
  const memory = () => `${Math.round((rssOf(process.pid)?.now ?? 0) / MIB)} MiB`
  const ms = (time: number) => `${time.toFixed(1)} ms`
  const cells = [memory()]
  // The first one starts the thread.
  await byWords()
  const words = await timesOf(byWords)
  cells.push(memory())
  const { p50: first } = await timesOf(byMeaning, 1)
  const meaning = await timesOf(byMeaning)
  cells.push(memory())
  const shown = ({ p50, p99, cpu }: typeof words) => [ms(p50), ms(p99), ms(cpu)]
  console.log([...shown(words), ms(first), ...shown(meaning), ...cells].join(' | '))
}

/** `cpu` is the mean of all threads, which no other process of the machine makes longer. */
async function timesOf(work: () => Promise<void>, count = QUESTIONS) {
  const times: number[] = []
  const before = process.cpuUsage()
  for (let index = 0; index < count; index += 1) {
    const since = performance.now()
    await work()
    times.push(performance.now() - since)
  }
  const { user, system } = process.cpuUsage(before)
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: (user + system) / 1_000 / count,
  }
}
