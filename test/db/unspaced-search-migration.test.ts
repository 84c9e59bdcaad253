import { expect, test } from 'bun:test'
import { openDatabase } from '../../src/db/open.ts'
import { MessageStore } from '../../src/features/conversations/message-store.ts'
import { oldDatabase } from '../support/old-database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const CONTENTS = ['明日の大阪の天気予報', 'The weather of tomorrow', '天気']

test('messages of an earlier version are found inside of sentences without spaces, and deleted with their words', () => {
  using folder = tempFolder()
  const file = oldDatabase(folder.path, 39, (sqlite) => {
    sqlite.run(
      "INSERT INTO conversations (id, owner, title, is_titled, created_at, updated_at) VALUES ('cnv_1', 'primary', 'One', 1, 1, 1)",
    )
    for (const [index, content] of CONTENTS.entries()) {
      const seq = index + 1
      sqlite.run(
        "INSERT INTO messages (seq, id, conversation_id, role, content, status, created_at) VALUES (?, ?, 'cnv_1', 'user', ?, 'complete', 1)",
        [seq, `msg_${seq}`, content],
      )
      sqlite.run('INSERT INTO message_search (rowid, words) VALUES (?, ?)', [seq, content])
    }
  })
  using db = openDatabase(file)
  const count = (expression: string) =>
    db.sqlite
      .query<{ n: number }, [string]>(
        'SELECT count(*) AS n FROM message_search WHERE message_search MATCH ?',
      )
      .get(expression)?.n
  using messages = new MessageStore(db)
  expect(count('"天 気"')).toBe(0)
  messages.indexUnspaced()
  expect([count('"天 気"'), count('weather'), count('"天気"')]).toEqual([2, 1, 0])
  // Another start finds nothing to do.
  messages.indexUnspaced()
  db.transaction(() => messages.erase('cnv_1', 10))
  expect([count('"天 気"'), count('weather')]).toEqual([0, 0])
  db.sqlite.run("INSERT INTO message_search (message_search) VALUES ('integrity-check')")
})
