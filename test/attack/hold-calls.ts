// Becomes a command that is held before each call by which it changes files:
// bun test/attack/hold-calls.ts <path of a socket> <absolute path of a command> <argument> …
import { cc, ptr } from 'bun:ffi'
import { join } from 'node:path'
import { filterOfCalls } from './held-calls.ts'

const { symbols } = cc({
  source: join(import.meta.dir, 'hold-calls.c'),
  symbols: { hold_calls: { args: ['ptr', 'ptr', 'int', 'ptr', 'ptr'], returns: 'int' } },
})

/** What C code points to must not be collected before the command has started. */
const kept: Uint8Array[] = []
const [socket = '', ...command] = process.argv.slice(2)
const environment = Object.entries(process.env).map(([name, value]) => `${name}=${value}`)
const path = Buffer.from(`${socket}\0`)
const filter = filterOfCalls()
const step = symbols.hold_calls(
  ptr(path),
  ptr(filter),
  filter.byteLength / 8,
  listOf(command),
  listOf(environment),
)
console.error(`Cannot trace ${command[0]}: step ${step} has failed`)
process.exit(1)

/** A list of strings as `execve` takes it. */
function listOf(texts: readonly string[]) {
  const strings = texts.map((text) => Buffer.from(`${text}\0`))
  const addresses = new BigUint64Array([...strings.map((string) => BigInt(ptr(string))), 0n])
  kept.push(...strings, new Uint8Array(addresses.buffer))
  return ptr(addresses)
}
