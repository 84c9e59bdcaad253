// Becomes a command each of whose processes is killed at the n-th call of a kind of one of its threads:
// bun test/attack/kill-at.ts <number of the system call> <n> <absolute path of a command> <argument> …
import { cc, ptr } from 'bun:ffi'
import { join } from 'node:path'

const { symbols } = cc({
  source: join(import.meta.dir, 'kill-at.c'),
  symbols: { kill_at: { args: ['int', 'int', 'ptr', 'ptr'], returns: 'int' } },
})

/** What C code points to must not be collected before the command has started. */
const kept: Uint8Array[] = []
const [call, when, ...command] = process.argv.slice(2)
const environment = Object.entries(process.env).map(([name, value]) => `${name}=${value}`)
const step = symbols.kill_at(Number(call), Number(when), listOf(command), listOf(environment))
console.error(`Cannot trace ${command[0]}: step ${step} has failed`)
process.exit(1)

/** A list of strings as `execve` takes it. */
function listOf(texts: readonly string[]) {
  const strings = texts.map((text) => Buffer.from(`${text}\0`))
  const addresses = new BigUint64Array([...strings.map((string) => BigInt(ptr(string))), 0n])
  kept.push(...strings, new Uint8Array(addresses.buffer))
  return ptr(addresses)
}
