// Runs inside a sandbox without a network: makes the Unix socket of the egress proxy a port of the
// loopback there, starts a program beside it, and ends with the program.
// usage: sandbox-bridge.ts SOCKET PORT PROGRAM [ARGUMENT …]
import { createConnection, createServer, type Socket } from 'node:net'

const [socketPath = '', port = '', ...command] = process.argv.slice(2)

const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const proxy = createConnection({ path: socketPath, allowHalfOpen: true })
  pass(client, proxy)
  pass(proxy, client)
})
server.listen(Number(port), '127.0.0.1', () => void run())

function pass(from: Socket, to: Socket): void {
  from.on('error', () => to.destroy())
  from.once('close', () => to.end())
  from.pipe(to)
}

async function run(): Promise<never> {
  try {
    const child = Bun.spawn(command, { stdio: ['inherit', 'inherit', 'inherit'] })
    process.exit(await child.exited)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(127)
  }
}
