import { expect, test } from 'bun:test'
import { joinRanks } from '../../../src/features/knowledge/knowledge.ts'
import {
  blockOf,
  NearestPieces,
  normalized,
} from '../../../src/features/knowledge/vector-search.ts'
import { answerVectors } from '../../../src/features/knowledge/vector-store.ts'
import { startModelServer } from '../../support/model-servers.ts'
import { pick, pickList } from '../../support/pick.ts'
import { tempFolder } from '../../support/process.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { jsonInit } from '../../support/service.ts'
import { makeUser } from '../../support/users.ts'
import {
  type EmbeddingDouble,
  failure,
  llamaEmbedder,
  llamaReranker,
  searchingApp,
} from '../../support/vector-servers.ts'

/** A direction for each subject. */
const SUBJECTS = [/car|vehicle|automobile/i, /rose|garden|plant/i, /soup|cook/i]

/** Embeds texts by their subjects, as a model does. */
function semantic(texts: string[] = []): EmbeddingDouble {
  return {
    calls: [],
    before: ({ input }) => {
      const inputs = [input].flat().map(String)
      texts.push(...inputs)
      const data = inputs.map((one, index) => ({
        index,
        embedding: [...SUBJECTS.map((subject) => (subject.test(one) ? 1 : 0)), 0.1],
      }))
      return Response.json({ data, usage: { prompt_tokens: 1 } })
    },
  }
}

/** A service beside model servers, with a person who has a collection. */
async function serviceWith(ports: readonly number[], folder: string) {
  const service = searchingApp(ports, { env: { DATA_DIR: folder } })
  // Waits until the servers are known.
  await service.asOwner('GET', '/v1/models')
  const { headers } = makeUser(service.services)
  const { reading, embedding, db } = service.services
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    await (await service.request(path, jsonInit(method, body, headers))).json()
  const id = pick(await send('POST', '/api/knowledge', { name: 'House' }), 'id')
  return {
    service,
    send,
    path: `/api/knowledge/${id}/sources`,
    async add(...texts: string[]): Promise<unknown[]> {
      const sources = texts.map((text) => ({ note: { title: 'Note', text } }))
      const added = await send('POST', `/api/knowledge/${id}/sources`, { sources })
      await reading.idle()
      return pickList(added, 'items')
    },
    async embed(): Promise<void> {
      embedding.sweep()
      await embedding.idle()
    },
    find: async (q: string) =>
      pickList(await send('GET', `/api/knowledge/search?q=${encodeURIComponent(q)}`), 'items').map(
        (item) => pick(item, 'text'),
      ),
    rows: () =>
      db.sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM knowledge_vectors').get()?.n,
  }
}

test('a search finds what has none of its words by meaning, once its vectors are made', async () => {
  using folder = tempFolder()
  const asked: string[] = []
  const model = llamaEmbedder('/models/nomic-embed-text.gguf', semantic(asked))
  await using server = startModelServer(model)
  const { service, send, path, add, embed, find, rows } = await serviceWith(
    [server.port],
    folder.path,
  )
  await using _ = service
  const counts = async () => await send('GET', path.replace('/sources', ''))
  const [car] = await add('The vehicle is in the yard.', 'Roses want sun.', 'Soup for ten.')
  expect(await find('automobile')).toEqual([])
  expect(await counts()).toMatchObject({ passages: 3, passages_by_meaning: 0 })
  await embed()
  expect(rows()).toBe(3)
  expect(await counts()).toMatchObject({ passages: 3, passages_by_meaning: 3 })
  expect((await find('automobile'))[0]).toBe('The vehicle is in the yard.')
  expect((await find('gardening'))[0]).toBe('Roses want sun.')
  // The model is told which is a question.
  expect(asked).toContain('search_query: gardening')
  expect(asked).toContain('search_document: Note\n\nRoses want sun.')
  const { headers } = makeUser(service.services)
  const other = await service.request('/api/knowledge/search?q=automobile', { headers })
  expect(await other.json()).toEqual({ items: [] })
  await send('PATCH', `${path}/${pick(car, 'id')}`, { text: 'Nothing of it any more.' })
  await service.services.reading.idle()
  expect(rows()).toBe(2)
  expect(await counts()).toMatchObject({ passages: 3, passages_by_meaning: 2 })
  expect(await find('automobile')).not.toContain('The vehicle is in the yard.')
})

test('a search needs nothing of the disk for its first look, once the vectors are loaded', async () => {
  using folder = tempFolder()
  await using server = startModelServer(llamaEmbedder('/models/nomic-embed-text.gguf', semantic()))
  const { service, add, embed, rows } = await serviceWith([server.port], folder.path)
  await using _ = service
  await add('The vehicle is in the yard.', 'Roses want sun.', 'Soup for ten.')
  await embed()
  expect(rows()).toBe(3)
  const { db } = service.services
  const row = db.sqlite
    .query<{ id: string; owner: string; model: string }, []>(
      `SELECT c.id, c.owner, v.model FROM knowledge_vectors v
       JOIN knowledge_sources s ON s.seq = v.source_seq
       JOIN knowledge_collections c ON c.id = s.collection_id LIMIT 1`,
    )
    .get()
  if (row === null) throw new Error('There is no vector')
  const { id, owner, model } = row
  expect(answerVectors(db, 'load')).toBe(false)
  db.sqlite.run('UPDATE knowledge_vectors SET vectors = zeroblob(0)')
  const vector = new Float32Array([1, 0, 0, 0])
  const wanted = { owner, isMember: true, collectionIds: [id], model, vector, limit: 5 }
  expect(answerVectors(db, wanted)).toHaveLength(3)
  // What is in the memory is told only to whom may read it.
  expect(answerVectors(db, { ...wanted, owner: 'user:other' })).toEqual([])
})

test('a piece that the model refuses is found by its words, and holds up no other', async () => {
  using folder = tempFolder()
  const good = semantic()
  const double: EmbeddingDouble = {
    calls: [],
    before: (call) =>
      JSON.stringify(call).includes('POISON')
        ? failure(400, 'input contains an invalid token')
        : good.before?.(call),
  }
  await using server = startModelServer(llamaEmbedder('/models/nomic-embed-text.gguf', double))
  const { service, add, embed, find, rows } = await serviceWith([server.port], folder.path)
  await using _ = service
  const part = (title: string, text: string) => `# ${title}\n\n${text} ${'word '.repeat(250)}`
  await add(
    'POISON alone',
    [part('One', 'The vehicle is in the yard.'), part('Two', 'POISON'), part('Three', 'x')].join(
      '\n\n',
    ),
    'Roses want sun.',
  )
  await embed()
  expect(rows()).toBe(2)
  expect((await find('automobile'))[0]).toContain('The vehicle is in the yard.')
  expect((await find('gardening'))[0]).toBe('Roses want sun.')
  expect((await find('poison')).length).toBeGreaterThan(0)
  const calls = double.calls.length
  await embed()
  // They were refused once, and are not asked for again.
  expect(double.calls.length).toBe(calls)
})

test('a text with which the server fails each time holds up no other', async () => {
  using folder = tempFolder()
  const good = semantic()
  const double: EmbeddingDouble = {
    calls: [],
    before: (call) =>
      JSON.stringify(call).includes('POISON')
        ? failure(500, 'The model gave no numbers')
        : good.before?.(call),
  }
  await using server = startModelServer(llamaEmbedder('/models/nomic-embed-text.gguf', double))
  const { service, add, embed, find } = await serviceWith([server.port], folder.path)
  await using _ = service
  await add('POISON alone', 'Roses want sun.')
  await embed()
  await embed()
  expect((await find('gardening'))[0]).toBe('Roses want sun.')
})

test('a search goes on with words where the model fails, and pieces wait for it', async () => {
  using folder = tempFolder()
  const double: EmbeddingDouble = { calls: [], before: () => failure(500, 'Out of memory') }
  await using server = startModelServer(llamaEmbedder('/models/nomic-embed-text.gguf', double))
  const { service, add, embed, find, rows } = await serviceWith([server.port], folder.path)
  await using _ = service
  await add('Roses want sun.')
  await embed()
  expect(rows()).toBe(0)
  expect(await find('rose')).toEqual(['Roses want sun.'])
})

test('search_knowledge has the passages that were found ranked by a model for it', async () => {
  using folder = tempFolder()
  const calls: { query: string; documents: string[] }[] = []
  await using server = startModelServer(llamaReranker('/models/bge-reranker.gguf', calls))
  const { service, add } = await serviceWith([server.port], folder.path)
  await using _ = service
  await add('Boiler. Boiler. Boiler.', 'The boiler has a warranty, says a longer text.')
  const { knowledge, tools } = service.services
  const [owner = ''] = service.services.db.sqlite
    .query<{ owner: string }, []>('SELECT owner FROM knowledge_collections')
    .all()
    .map((row) => row.owner)
  const caller = {
    ...{ owner, actor: 'Ann', keyId: null, project: null, product: null, engines: null },
    requestId: 'r',
  }
  // By words, the one with most of them is the first.
  const typed = await knowledge.search(caller, 'boiler', { limit: 2, isTyped: true })
  expect(typed.map(({ text }) => text)[0]).toStartWith('Boiler.')
  expect(calls).toEqual([])
  const { signal } = new AbortController()
  const context = { caller, signal, addresses: undefined, origin: 'http://hearth.test' }
  const answer = await tools.call(
    { name: 'search_knowledge', values: { query: 'boiler has a warranty' } },
    context,
  )
  expect(calls[0]?.documents).toHaveLength(2)
  expect(answer.text).toMatch(/^\[\^\d+\] Note · House\nThe boiler has a warranty/)
  const refused = await tools.call(
    { name: 'search_knowledge', values: { query: 'boiler', collection: 'Garage' } },
    context,
  )
  expect(refused).toEqual({ ok: false, text: 'There is no such collection. There are: "House"' })
})

test('NearestPieces finds the nearest of random vectors', () => {
  const random = seededRandom(5)
  const vector = () => normalized(Float32Array.from({ length: 67 }, () => random() - 0.5))
  const vectors = Array.from({ length: 500 }, vector)
  const query = vector()
  const product = (one: Float32Array) => one.reduce((sum, n, at) => sum + n * (query[at] ?? 0), 0)
  const nearest = new NearestPieces(query, 20)
  for (let from = 0; from < vectors.length; from += 50) {
    const some = vectors.slice(from, from + 50)
    const all = Float32Array.from(some.flatMap((one) => [...one]))
    nearest.look(
      blockOf(
        Float64Array.from(some, (_, at) => from + at),
        all,
      ),
      from,
    )
  }
  const exact = vectors
    .map((one, piece) => ({ piece, score: product(one) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
    .map(({ piece }) => piece)
  const found = nearest.found.map(({ piece }) => piece)
  expect(found).toHaveLength(20)
  for (const piece of exact) expect(found).toContain(piece)
})

test('joinRanks puts first what is high in both lists', () => {
  const items = (...seqs: number[]) => seqs.map((seq) => ({ seq }))
  const joined = joinRanks([items(1, 2, 3), items(4, 2, 5)]).map(({ seq }) => seq)
  expect(joined[0]).toBe(2)
  expect(joined.toSorted()).toEqual([1, 2, 3, 4, 5])
  expect(joinRanks([items(1, 2), []]).map(({ seq }) => seq)).toEqual([1, 2])
})
