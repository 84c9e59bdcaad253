import { expect, test } from 'bun:test'
import { asOwner, startProcess, tempFolder } from '../support/process.ts'
import { receiver } from '../support/receiver.ts'

test('main delivers an alert that a killed process could not', async () => {
  using data = tempFolder()
  await using hook = receiver('never', 200)
  const toml = `
    [[engines]]
    id = "tool"
    adapter = "claude"
    command = "/nowhere/claude"
    models = ["opus"]
    [[engines.accounts]]
    id = "home"
    dir = "${data.path}"
    [alerts]
    webhook = "${hook.url}"
  `
  {
    await using killed = await startProcess(data.path, toml)
    await asOwner(killed.url, 'POST', '/admin/engines/tool/accounts/home/probe')
    await hook.received.until(1)
    await killed.kill()
  }
  await using _next = await startProcess(data.path, toml)
  const [first, second] = await hook.received.until(2)
  expect(second?.body).toBe(first?.body ?? '')
})
