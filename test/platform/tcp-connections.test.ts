import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { acceptedConnection, openDescriptors } from '../../src/platform/tcp-connections.ts'
import { tempFolder } from '../support/temp-folder.ts'

const REQUEST = 'GET / HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n'

/** Opens three connections one after another, each with an answer; one then leaves, and one asks again. */
const CLIENT = `
import { connect } from 'node:net'
import { writeFileSync } from 'node:fs'
const [, port, marker] = process.argv
async function open() {
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('${REQUEST}')
  await new Promise((done) => socket.once('data', done))
  await Bun.sleep(20)
  return socket
}
const [idle, leaving, asking] = [await open(), await open(), await open()]
console.log(JSON.stringify([idle, leaving, asking].map((socket) => socket.localPort)))
for await (const _ of console) {
  leaving.destroy()
  await new Promise((done) => leaving.once('close', done))
  asking.write('${REQUEST}', () => writeFileSync(marker, ''))
}
`

test.skipIf(process.platform !== 'linux')(
  'of accepted connections it is known who has left, who has asked, and who had an answer last',
  async () => {
    using folder = tempFolder()
    const marker = join(folder.path, 'asked')
    using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') })
    const port = server.port ?? 0
    await using client = Bun.spawn([process.execPath, '-e', CLIENT, String(port), marker], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const { value } = await client.stdout.getReader().read()
    const peers: number[] = JSON.parse(new TextDecoder().decode(value))
    client.stdin.write('\n')
    await client.stdin.flush()
    // This thread serves nobody meanwhile.
    while (!existsSync(marker)) Bun.sleepSync(1)
    const ports = new Set([port])
    const found = (openDescriptors() ?? [])
      .flatMap((descriptor) => acceptedConnection(descriptor, ports) ?? [])
      .toSorted((a, b) => b.unsentMs - a.unsentMs)
    expect(found.map((one) => one.port)).toEqual(peers)
    expect(found.map(({ hasLeft, isPending }) => ({ hasLeft, isPending }))).toEqual([
      { hasLeft: false, isPending: false },
      { hasLeft: true, isPending: false },
      { hasLeft: false, isPending: true },
    ])
    expect(found[0]).toMatchObject({ address: '127.0.0.1', network: '127.0.0.1', localPort: port })
  },
)
