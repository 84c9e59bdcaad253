import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible, expectFits, LOOKS, openApp } from '../support/app-page.ts'
import { pickFrom } from '../support/pick.ts'
import { startService } from '../support/service.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { startUpstream, streamText } from '../support/upstream.ts'
import { makeUser } from '../support/users.ts'

test('a person makes a collection, writes a note, uploads a file, and finds the passage', async () => {
  await using service = startService()
  makeUser(service.services, { email: 'bob@example.test' })
  await using tab = await openApp(service, '/app/knowledge', LOOKS[0])
  const { page } = tab
  await page.getByRole('button', { name: 'Create the first collection' }).click()
  await page.getByLabel('Name').fill('House')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Write a note' }).click()
  await page.getByLabel('Title').fill('Wi-Fi')
  await page.getByLabel('Text').fill('The guest network is called Garden.')
  await page.getByRole('button', { name: 'Save' }).click()
  const manual = '# Boiler\n\n## Service\n\nThe boiler is serviced in October.\n'
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'boiler.md', mimeType: 'text/markdown', buffer: Buffer.from(manual) })
  await page.getByText('2 sources', { exact: true }).waitFor()
  await page.getByText('File · 1 passage').waitFor()
  await expectFits(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'From Hearth' }).click()
  await page.getByRole('checkbox', { name: 'boiler.md' }).check()
  await page.getByRole('button', { name: 'Add 1 source' }).click()
  await page.getByText('It is in the collection already').waitFor()
  await page.getByRole('searchbox').fill('services')
  await page.getByRole('button', { name: 'boiler.md', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'boiler.md' })
  await dialog.getByText('The boiler is serviced in October.').waitFor()
  await dialog.getByText('Boiler › Service').waitFor()
  await expectAccessible(page)
  // The address leads to the passage as well.
  await page.reload()
  await dialog.getByText('The boiler is serviced in October.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByLabel('Name or e-mail address').fill('bob@example.test')
  await settings.getByRole('button', { name: 'Share', exact: true }).click()
  await settings.getByRole('button', { name: 'Stop sharing with Ann' }).waitFor()
  await expectFits(page)
  await expectAccessible(page)
  await settings.getByRole('button', { name: 'Stop sharing with Ann' }).click()
  await settings.getByRole('list', { name: 'Members' }).waitFor({ state: 'detached' })
  await page.getByLabel('Share with everyone here').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('shared with everyone here').waitFor()
  await page.getByRole('button', { name: 'Remove boiler.md' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('1 source ·').waitFor()
  await tab.expectClean()
})

test('a collection gets only the files that were uploaded to it, and shows all that it has shown', async () => {
  await using service = startService()
  await using tab = await openApp(service, '/app/knowledge', LOOKS[0])
  const { page } = tab
  await page.getByRole('button', { name: 'Create the first collection' }).click()
  await page.getByLabel('Name').fill('House')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const upload = (name: string, text: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.getByText('Nothing in it yet').waitFor()
  // One that was cancelled is awaited no more, whatever is uploaded elsewhere by its name.
  await page.route('**/buffer**', () => undefined)
  await upload('diary.txt', 'The public part.')
  await page.getByRole('button', { name: 'Cancel diary.txt' }).click()
  await page.unroute('**/buffer**')
  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await page.getByText('No files yet').waitFor()
  await upload('diary.txt', 'What nobody else may read.')
  await page.getByRole('link', { name: 'diary.txt', exact: true }).waitFor()
  await page.goBack()
  await page.getByText('Nothing in it yet').waitFor()
  await upload('garden.txt', 'The garden has roses.')
  await page.getByText('File · 1 passage').waitFor()
  const rows = page.getByRole('list', { name: 'Sources' }).getByRole('listitem')
  expect(await rows.count()).toBe(1)

  const id = new URL(page.url()).pathname.split('/').at(-1)
  const sources = Array.from({ length: 101 }, (_, at) => ({
    note: { title: `Note ${at}`, text: 'A text.' },
  }))
  for (const some of [sources.slice(0, 100), sources.slice(100)])
    await page.evaluate(
      ([path, body]) =>
        fetch(path ?? '', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: body ?? '',
        }),
      [`/api/knowledge/${id}/sources`, JSON.stringify({ sources: some })],
    )
  await service.services.reading.idle()
  await page.reload()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByRole('button', { name: 'Remove Note 0' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('101 sources').waitFor()
  await page.getByText('garden.txt').waitFor()
  await tab.expectClean()
})

test('the pages of collections fit every window', async () => {
  await using service = startService()
  const made = await service.asOwner('POST', '/api/knowledge', {
    name: 'A very long name '.repeat(8),
  })
  const id = await pickFrom(made, 'id')
  const note = {
    title: 'Instructions for guests '.repeat(8),
    text: 'The key is with the neighbour.',
  }
  await service.asOwner('POST', `/api/knowledge/${id}/sources`, { sources: [{ note }] })
  await service.services.reading.idle()
  for (const look of LOOKS) {
    await using tab = await openApp(service, '/app/knowledge', look)
    const { page } = tab
    for (const [path, text] of [
      ['/app/knowledge', '1 source'],
      ['/app/knowledge?q=key', 'The key is with'],
      [`/app/knowledge/${id}`, 'Note · 1 passage'],
    ] as const) {
      await page.goto(service.url + path)
      await page.getByText(text).first().waitFor()
      await expectFits(page)
      await expectAccessible(page)
    }
    await page.getByRole('button', { name: 'From Hearth' }).click()
    await page.getByRole('button', { name: 'Transcripts' }).click()
    await page.getByText('There is nothing of this kind yet').waitFor()
    await expectFits(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Web page' }).click()
    await page.getByLabel('Address').waitFor()
    await expectFits(page)
    await expectAccessible(page)
    await tab.expectClean()
  }
})

test('an admin has a collection follow a folder, and sees what of it is not read', async () => {
  using folder = tempFolder()
  writeFileSync(join(folder.path, 'boiler.md'), 'The boiler is serviced in October.')
  writeFileSync(join(folder.path, `${'a long name '.repeat(12)}.jpg`), 'x')
  await using service = startService()
  for (const look of LOOKS) {
    await using tab = await openApp(service, '/app/knowledge', look)
    const { page } = tab
    await page.getByRole('button', { name: 'New collection' }).click()
    await page.getByLabel('Name').fill('Papers')
    await page.getByLabel('Folder of this machine').fill(folder.path)
    await expectFits(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByText(/1 file · looked at/).waitFor()
    await page.getByText('1 file or folder is not read').click()
    await page.getByText('it is no document').waitFor()
    await page.getByText('File · 1 passage').waitFor()
    await expectFits(page)
    await expectAccessible(page)
    await tab.expectClean()
  }
})

test('a person asks a collection, and opens the passage that the answer cites', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const id = await pickFrom(
    await service.asOwner('POST', '/api/knowledge', { name: 'House' }),
    'id',
  )
  const note = { title: 'Boiler', text: '# Service\n\nThe boiler is serviced in October.' }
  await service.asOwner('POST', `/api/knowledge/${id}/sources`, { sources: [{ note }] })
  await service.services.reading.idle()
  const found = await service.asOwner('GET', '/api/knowledge/search?q=boiler')
  const number = await pickFrom(found, 'items.0.number')
  upstream.script(() => streamText(['It is serviced in October', ` [^${number}]. Ask Meyer [^9].`]))
  for (const look of LOOKS) {
    await using tab = await openApp(service, '/app/', look)
    const { page } = tab
    await page.getByRole('button', { name: 'Ask my files' }).click()
    await page.getByRole('checkbox', { name: 'House' }).check()
    await expectFits(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Ask 1 collection' }).waitFor()
    await page.getByLabel('Message').fill('When is the boiler serviced?')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const answer = page.getByRole('article', { name: 'Answer' })
    await answer.getByText('Search the collections for When is the boiler').waitFor()
    // A mark that is none stays as it is.
    await answer.getByText('Ask Meyer [^9].').waitFor()
    const sources = answer.getByRole('list', { name: 'Sources' })
    await sources.getByRole('link', { name: 'Boiler' }).waitFor()
    await expectFits(page)
    await expectAccessible(page)
    await answer.getByRole('link', { name: '[1]' }).click()
    const dialog = page.getByRole('dialog', { name: 'Boiler' })
    await dialog.getByText('The boiler is serviced in October.').waitFor()
    await page.keyboard.press('Escape')
    await sources.getByRole('link', { name: 'Boiler' }).click()
    await dialog.getByText('The boiler is serviced in October.').waitFor()
    await expectAccessible(page)
    await tab.expectClean()
  }
})

test('a collection says how many of its passages are found by meaning, where there is a model for it', async () => {
  await using service = startService()
  const collection = await service.asOwner('POST', '/api/knowledge', { name: 'House' })
  const { id } = (await collection.json()) as { id: string }
  await using tab = await openApp(service, '/app', LOOKS[0])
  const { page } = tab
  let byMeaning: number | null = 1_204
  await page.route(`**/api/knowledge/${id}`, async (route) => {
    const body = await (await route.fetch()).json()
    const json = { ...body, sources: 2, passages: 3_000, passages_by_meaning: byMeaning }
    await route.fulfill({ json })
  })
  await page.goto(`${service.url}/app/knowledge/${id}`)
  const line = page.getByText('can be found by meaning')
  await page.getByText('1,204 of 3,000 passages can be found by meaning', { exact: true }).waitFor()
  await expectFits(page)
  await expectAccessible(page)
  byMeaning = null
  await page.reload()
  await page.getByText('2 sources', { exact: true }).waitFor()
  expect(await line.count()).toBe(0)
  await tab.expectClean()
})

test('a note that was changed in another tab is not overwritten unasked, and both can be kept', async () => {
  await using service = startService()
  const created = await service.asOwner('POST', '/api/knowledge', { name: 'House' })
  const { id } = (await created.json()) as { id: string }
  const sources = `/api/knowledge/${id}/sources`
  const note = { title: 'Keys', text: 'In the shed.' }
  const added = await service.asOwner('POST', sources, { sources: [{ note }] })
  const source = await pickFrom(added, 'items.0.id')
  await using tab = await openApp(service, `/app/knowledge/${id}`, LOOKS[0])
  const { page } = tab
  const dialog = page.getByRole('dialog', { name: 'Note', exact: true })
  const write = async (text: string) => {
    await page.getByRole('button', { name: 'Keys', exact: true }).click()
    await dialog.getByLabel('Text').fill(text)
    const elsewhere = { text: `Elsewhere before ${text}` }
    await service.asOwner('PATCH', `${sources}/${source}`, elsewhere)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('This note was changed elsewhere while you wrote').waitFor()
  }
  const texts = async () => {
    const list = (await (await service.asOwner('GET', sources)).json()) as {
      items: { id: string }[]
    }
    const all = list.items.map(async (one) =>
      pickFrom(await service.asOwner('GET', `${sources}/${one.id}`), 'text'),
    )
    return (await Promise.all(all)).toSorted()
  }
  await write('Mine')
  await expectFits(page)
  await expectAccessible(page)
  expect(await dialog.getByLabel('Text').inputValue()).toBe('Mine')
  await dialog.getByRole('button', { name: 'Replace the other' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await texts()).toEqual(['Mine'])
  await write('Yours')
  await dialog.getByRole('button', { name: 'Save as a new note' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await texts()).toEqual(['Elsewhere before Yours', 'Yours'])
  await tab.expectClean((fault) => fault.includes('409'))
})
