import { expect, test } from 'bun:test'
import { JobStore } from '../../src/core/tasks/job-store.ts'
import { openDatabase } from '../../src/db/open.ts'
import { oldDatabase } from '../support/old-database.ts'
import { tempFolder } from '../support/temp-folder.ts'

test('jobs of an earlier version keep their label and excerpt in lists', () => {
  using folder = tempFolder()
  const inputs: [string, string][] = [
    ['generate', JSON.stringify({ prompt: 'é'.repeat(200) })],
    ['agent', JSON.stringify({ task: 'title', input: { count: 1, texts: ['First', 'second'] } })],
    ['worker', JSON.stringify({ profile: 'read_docs', brief: 'Add up' })],
    ['transcribe', JSON.stringify({ name: 'talk.wav' })],
    ['youtube_to_srt', JSON.stringify({ url: 'https://example.org/v' })],
    ['translate', JSON.stringify({ text: 'Hello' })],
    ['tts', JSON.stringify({ text: 'Spoken' })],
    ['generate', '{"prompt": "cut o'],
  ]
  const file = oldDatabase(folder.path, 18, (sqlite) => {
    for (const [index, [kind, input]] of inputs.entries())
      sqlite.run(
        "INSERT INTO jobs (seq, id, kind, owner, status, caller, input, created_at) VALUES (?, ?, ?, 'primary', 'failed', '{}', ?, 1)",
        [index + 1, `job_${index}`, kind, input],
      )
  })
  using db = openDatabase(file)
  const listed = new JobStore(db).page('primary', 0, 10, undefined).reverse()
  expect(listed.map(({ label, excerpt }) => [label, excerpt])).toEqual([
    [null, 'é'.repeat(120)],
    ['title', 'First'],
    ['read_docs', 'Add up'],
    [null, 'talk.wav'],
    [null, 'https://example.org/v'],
    [null, 'Hello'],
    [null, null],
    [null, null],
  ])
})
