import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jobOf } from '../../../src/features/backups/contents.ts'
import { BackupProcess } from '../../../src/storage/backup/backup-process.ts'
import { AUDIT_ACTOR } from '../../support/audit-actor.ts'
import { oldDatabase } from '../../support/old-database.ts'
import { pick, pickList } from '../../support/pick.ts'
import { tempFolder } from '../../support/process.ts'
import { createTestApp } from '../../support/service.ts'
import { LONG_TEST_MS } from '../../support/test-ms.ts'
import { makeUser } from '../../support/users.ts'

test(
  'a deleted user comes back from a whole backup with everything, by its old ids and links',
  async () => {
    using folder = tempFolder()
    await using service = serviceOf(folder.path)
    const { ann, ids } = await service.fill()
    const { name } = await service.backup()
    ann.change({ status: 'deleted' })
    await service.settled()

    const people = await service.list(name, 'users')
    expect(people).toMatchObject([{ id: ann.id, title: 'ann@example.test', there: false }])
    expect(await service.list(name, 'conversations', '?q=pelican')).toMatchObject([
      { id: ids.conversation, there: false, has_bytes: true, owner: `user:${ann.id}` },
    ])
    expect(await service.list(name, 'conversations', '?q=heron')).toEqual([])
    const refused = await service.restore(name, 'conversations', ids.conversation)
    expect([refused.status, pick(await refused.json(), 'detail')]).toEqual([
      409,
      'Its owner is no user any more: restore the user',
    ])

    const restored = await service.restore(name, 'users', ann.id)
    expect([restored.status, await restored.json()]).toEqual([
      200,
      {
        restored: { users: 1, conversations: 1, files: 1, history: 2, assistants: 1, prompts: 1 },
        there: 0,
        lost: 0,
        lost_names: [],
        stopped: null,
      },
    ])
    await service.requireAll(ids, ann.id)
    const again = await service.restore(name, 'users', ann.id)
    expect(again.status).toBe(409)
    const { items } = service.services.audit.list(2, undefined, { area: 'backup' })
    expect(items.map(({ action, subject }) => [action, subject])).toEqual([
      ['backup.restore', ann.id],
      ['backup.open', name],
    ])
  },
  LONG_TEST_MS,
)

test(
  'one conversation, file or entry comes back, and what is there is refused',
  async () => {
    using folder = tempFolder()
    await using service = serviceOf(folder.path)
    const { ann, ids } = await service.fill()
    const { name } = await service.backup()
    const { conversations, files, history } = service.services
    for (const [kind, id] of Object.entries({
      conversations: ids.conversation,
      files: ids.fileId,
      history: ids.clipEntry,
    }))
      expect((await service.restore(name, kind, id)).status).toBe(409)
    await conversations.delete(service.callerOf(ann.id), ids.conversation)
    service.services.stores.folders.delete(`user:${ann.id}`, 'fld_one')
    await files.delete(`user:${ann.id}`, ids.token)
    await history.delete(`user:${ann.id}`, ids.clipEntry)
    for (const [kind, id] of Object.entries({
      conversations: ids.conversation,
      files: ids.fileId,
      history: ids.clipEntry,
    }))
      expect(await (await service.restore(name, kind, id)).json()).toMatchObject({
        restored: { [kind]: 1 },
      })
    await service.requireAll(ids, ann.id)
    expect((await service.restore(name, 'files', 'nothing')).status).toBe(404)
    // One page after another.
    const path = `/admin/backups/${name}/contents/history?limit=1`
    const first: unknown = await (await service.asOwner('GET', path)).json()
    const next = await service.asOwner('GET', `${path}&cursor=${pick(first, 'next_cursor')}`)
    expect(await next.json()).toMatchObject({ items: [{}], next_cursor: null })
    // Damaged bytes are never put back.
    await files.delete(`user:${ann.id}`, ids.token)
    const bytes = join(folder.path, 'backups', name, 'files', ids.fileId)
    rmSync(bytes)
    writeFileSync(bytes, 'other')
    expect((await service.restore(name, 'files', ids.fileId)).status).toBe(500)
    expect((await service.asOwner('GET', `/files/${ids.token}/a.txt`)).status).toBe(404)
  },
  LONG_TEST_MS,
)

test(
  'an archive has no bytes: files are refused in words, attachments are named, and quotas hold',
  async () => {
    using folder = tempFolder()
    await using service = serviceOf(folder.path, false)
    const { ann, ids } = await service.fill()
    const { name } = await service.backup()
    const { conversations, files, users } = service.services
    await conversations.delete(service.callerOf(ann.id), ids.conversation)
    await files.delete(`user:${ann.id}`, ids.token)
    const refused = await service.restore(name, 'files', ids.fileId)
    expect([refused.status, pick(await refused.json(), 'detail')]).toEqual([
      409,
      'This backup has no bytes of this file: only a whole backup, which is a folder, has them',
    ])
    const change = (storageBytes: number | null) =>
      users.change(ann.id, { extras: { workerProfiles: [], storageBytes } }, AUDIT_ACTOR)
    change(1)
    expect((await service.restore(name, 'conversations', ids.conversation)).status).toBe(507)
    change(null)
    const restored = await service.restore(name, 'conversations', ids.conversation)
    expect(await restored.json()).toMatchObject({ lost: 1, lost_names: ['bird.txt'] })
    const path = join(folder.path, 'backups', name)
    expect(readFileSync(path).byteLength).toBeGreaterThan(0)
  },
  LONG_TEST_MS,
)

test(
  'an account whose name is taken by now is refused for that',
  async () => {
    using folder = tempFolder()
    await using service = serviceOf(folder.path, false)
    const { ann } = await service.fill()
    const { name } = await service.backup()
    const { sqlite } = service.services.db
    // A row that is gone, as in a service that was set up anew.
    sqlite.run('PRAGMA foreign_keys = OFF')
    sqlite.run('DELETE FROM users')
    sqlite.run('PRAGMA foreign_keys = ON')
    makeUser(service.services, { email: 'ann@example.test' })
    const refused = await service.restore(name, 'users', ann.id)
    expect([refused.status, pick(await refused.json(), 'detail')]).toEqual([
      409,
      'Another user or a key is called ann@example.test by now',
    ])
  },
  LONG_TEST_MS,
)

test(
  'an account that was suspended in the backup comes back suspended',
  async () => {
    using folder = tempFolder()
    await using service = serviceOf(folder.path, false)
    const { ann } = await service.fill()
    ann.change({ status: 'suspended' })
    const { name } = await service.backup()
    ann.change({ status: 'deleted' })
    await service.settled()
    expect((await service.restore(name, 'users', ann.id)).status).toBe(200)
    expect(service.services.users.get(ann.id)).toMatchObject({ status: 'suspended' })
  },
  LONG_TEST_MS,
)

test(
  'a backup of an older version is read from an upgraded copy, and stays as it is',
  async () => {
    using folder = tempFolder()
    using older = tempFolder()
    await using service = serviceOf(folder.path, false)
    const { name } = await service.backup()
    oldDatabase(older.path, 12, (sqlite) =>
      sqlite.run(
        `INSERT INTO users (id, issuer, subject, email, role, status, created_at, last_sign_in_at)
         VALUES ('usr_old', 'https://id.example.test', 's', 'Old@example.test', 'user', 'active', 1, 1)`,
      ),
    )
    const old = name.replace(/\d{8}T/, '20260101T')
    const target = join(folder.path, 'backups', old)
    await new BackupProcess().make(
      jobOf({
        folder: older.path,
        version: '0.1.0',
        at: 0,
        work: join(folder.path, 'backups', '.work'),
        target,
      }),
    )
    const before = Bun.hash(readFileSync(target))
    expect(await service.list(old, 'users', '?q=old')).toMatchObject([
      { id: 'usr_old', title: 'Old@example.test', there: false },
    ])
    expect((await service.restore(old, 'users', 'usr_old')).status).toBe(200)
    expect(service.services.users.get('usr_old')).toMatchObject({ role: 'user', status: 'active' })
    expect(Bun.hash(readFileSync(target))).toBe(before)
    await service.services.backups?.contents.stop()
    expect(readdirSync(join(folder.path, 'backups')).sort()).toEqual([old, name].sort())
  },
  LONG_TEST_MS,
)

function serviceOf(folder: string, files = true) {
  const service = createTestApp({ env: { DATA_DIR: folder }, backups: { nightly: true, files } })
  const { services } = service
  const callerOf = (id: string) => ({
    owner: `user:${id}`,
    actor: 'Ann',
    keyId: null,
    project: null,
    product: null,
    engines: null,
    agentTasks: null,
    capabilities: null,
    requestId: 'test',
  })
  return {
    ...service,
    callerOf,
    backup: async () =>
      (await (await service.asOwner('POST', '/admin/backups')).json()) as { name: string },
    list: async (name: string, kind: string, query = '') => {
      const answer = await service.asOwner('GET', `/admin/backups/${name}/contents/${kind}${query}`)
      return pickList(await answer.json(), 'items')
    },
    restore: (name: string, kind: string, id: string) =>
      service.asOwner('POST', `/admin/backups/${name}/contents/${kind}/${id}/restore`),
    /** What is deleted with a user goes in the background. */
    settled: async () => {
      while (readdirSync(join(folder, 'attachments')).length > 0) await Bun.sleep(1)
    },
    /** A user with one thing of each kind. */
    async fill() {
      const ann = makeUser(services)
      const owner = `user:${ann.id}`
      const conversation = services.conversations.create(callerOf(ann.id), { title: 'Birds' }).id
      const nature = { id: 'fld_one', owner, name: 'Nature', isOpen: true, createdAt: 1 }
      services.stores.folders.insert(nature)
      services.stores.conversations.update(conversation, { folderId: 'fld_one' })
      const message = {
        conversationId: conversation,
        parentId: null,
        role: 'user',
        content: 'the pelican',
        model: null,
        answeredBy: null,
        status: 'complete',
        errorCode: null,
        errorDetail: null,
        note: null,
        thoughts: null,
        thoughtMs: null,
        createdAt: 1,
        finishedAt: 1,
      } as const
      services.stores.messages.insert({ ...message, id: 'msg_one' }, ['bird.txt'])
      services.stores.messages.insert({ ...message, id: 'msg_two', parentId: 'msg_one' })
      services.stores.messageAttachments.insert([
        {
          id: 'att_one',
          conversationId: conversation,
          messageId: 'msg_one',
          position: 0,
          contentId: 'atc_one',
          name: 'bird.txt',
          mediaType: 'text/plain',
          bytes: 4,
          kind: 'text',
          characters: 4,
          pages: null,
          note: null,
          pictures: 0,
          createdAt: 1,
        },
      ])
      await services.storage.attachments.put(
        `${conversation}/atc_one/file`,
        new Blob(['bird']).stream(),
      )
      const file = await services.files.store(owner, new Blob(['kept']).stream(), {
        filename: 'a.txt',
      })
      const text = services.keepInHistory({
        owner,
        kind: 'translation',
        title: 'Text',
        text: 'words',
        data: { text: 'words', target: 'en' },
      })
      const spoken = join(folder, 'spoken')
      mkdirSync(folder, { recursive: true })
      writeFileSync(spoken, 'sound')
      const clip = await services.speech.clips.add(
        {
          owner,
          mediaType: 'audio/mpeg',
          seconds: 1,
          engine: 'test',
          voice: null,
          extension: 'mp3',
        },
        { path: spoken, bytes: 5 },
      )
      const clipEntry = services.keepInHistory({
        owner,
        kind: 'speech',
        title: 'Clip',
        text: 'hello',
        data: { clip: clip.name, engine: 'test', format: 'mp3', mediaType: 'audio/mpeg' },
      })
      const [fileId = ''] = services.stores.files.idsOf(owner)
      const kept = services.assistants.create(
        callerOf(ann.id),
        { name: 'Cook', picture: null, instructions: '', model: null, parameters: {}, tools: [] },
        false,
        AUDIT_ACTOR,
      )
      services.savedTexts.setInstructions(callerOf(ann.id), { text: 'Be brief', isOn: true })
      const ids = {
        assistant: kept.id,
        conversation,
        token: file.token,
        fileId,
        text,
        clip: clip.name,
        clipEntry,
      }
      return { ann, ids }
    },
    async requireAll(ids: Record<string, string>, userId: string) {
      expect(services.assistants.get(callerOf(userId), ids['assistant'] ?? '').slug).toBe('cook')
      expect(services.savedTexts.instructions(callerOf(userId)).text).toBe('Be brief')
      const { conversation = '', token = '', text = '', clip = '', clipEntry = '' } = ids
      const { page } = services.conversations.get(callerOf(userId), conversation)
      expect([...page.records].map(({ id }) => id)).toEqual(['msg_one', 'msg_two'])
      expect(services.stores.conversations.byId(conversation)?.folderId).toBe('fld_one')
      expect(services.stores.folders.byId('fld_one')?.name).toBe('Nature')
      const attachment = await services.conversations.attachment(
        callerOf(userId),
        conversation,
        'att_one',
        'file',
      )
      expect(await new Response(await attachment.stream()).text()).toBe('bird')
      const found = await services.conversationList.search(
        callerOf(userId),
        'pelican',
        10,
        undefined,
      )
      expect(found.items).toMatchObject([{ match: { messageId: 'msg_two', count: 2 } }])
      const file = await services.files.open(token)
      expect(await new Response(await file.stream()).text()).toBe('kept')
      expect(services.history.get(`user:${userId}`, text).text).toBe('words')
      expect(services.history.get(`user:${userId}`, clipEntry).title).toBe('Clip')
      const opened = await services.speech.clips.open(clip)
      expect(await new Response(await opened.stream()).text()).toBe('sound')
    },
  }
}
