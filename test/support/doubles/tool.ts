// A test double of a command-line tool: runs the scenario in its account's folder and records its
// calls there. Started by the scripts that `installTool` writes.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Scenario, Step } from '../cli-double.ts'

const KEYS = /^(ANTHROPIC|OPENAI|CODEX|GEMINI|GOOGLE|AZURE|AWS)_.*(KEY|TOKEN|SECRET)/
const FOLDERS = { claude: 'CLAUDE_CONFIG_DIR', codex: 'CODEX_HOME', gemini: 'GEMINI_CLI_HOME' }

const name = basename(process.argv[1] ?? '')
const args = process.argv.slice(2)
const folder =
  process.env[Reflect.get(FOLDERS, name) ?? 'HOME'] ?? fail(1, `${name}: no folder for the account`)

const atHome = Object.entries(process.env).some(
  ([key, value]) => key.endsWith('_BASE_URL') && value?.startsWith('http://127.0.0.1:'),
)
const keys = Object.keys(process.env).filter((key) => !atHome && KEYS.test(key))
if (keys.length > 0) fail(90, `${name}: a provider's key is in the environment: ${keys}`)
if (name === 'claude' && args.includes('stream-json') && !args.includes('--verbose'))
  fail(1, 'Error: When using --print, --output-format=stream-json requires --verbose')
if (name === 'codex' && args.indexOf('-a') > args.indexOf('exec'))
  fail(2, "error: unexpected argument '-a' found")

const scenario: Scenario = JSON.parse(readFileSync(join(folder, 'scenario.json'), 'utf8'))
for (const signal of scenario.ignores ?? []) process.on(signal, () => undefined)
const stdin = scenario.ignoresStdin === true ? '' : readFileSync(0, 'utf8')
appendFileSync(
  join(folder, 'calls.jsonl'),
  `${JSON.stringify({
    args,
    env: process.env,
    cwd: process.cwd(),
    files: readdirSync(process.cwd()),
    stdin,
    pid: process.pid,
  })}\n`,
)

for (const step of args.includes('status') ? (scenario.status ?? []) : scenario.steps)
  await runStep(step)
process.exit(scenario.exit ?? 0)

async function runStep({ out, file, cut, err, pause, child, killed }: Step): Promise<void> {
  if (out !== undefined) await write(process.stdout, Buffer.from(out), cut)
  if (file !== undefined) await write(process.stdout, readFileSync(file), cut)
  if (err !== undefined) await write(process.stderr, Buffer.from(err))
  if (pause !== undefined) await Bun.sleep(pause)
  if (child !== undefined) spawnChild(child)
  if (killed === true) process.kill(process.pid, 'SIGKILL')
}

async function write(stream: NodeJS.WriteStream, bytes: Buffer, cut?: number): Promise<void> {
  const size = cut ?? bytes.length
  for (let at = 0; at < bytes.length; at += size) {
    await new Promise<void>((done) => stream.write(bytes.subarray(at, at + size), () => done()))
    if (cut !== undefined) await Bun.sleep(1)
  }
}

/** Leaves a process that has the pipes open. */
function spawnChild(kind: string): void {
  const stubborn = `trap '' INT TERM; echo $$ > '${folder}/left'; while :; do sleep 1; done`
  const command = kind === 'escaped' ? ['setsid', 'sh', '-c', stubborn] : ['sh', '-c', stubborn]
  Bun.spawn(command, { stdio: ['ignore', 'inherit', 'inherit'] }).unref()
  while (!readdirSync(folder).includes('left')) Bun.sleepSync(2)
}

function fail(code: number, message: string): never {
  const place = process.env['CLAUDE_CONFIG_DIR'] ?? process.env['CODEX_HOME']
  if (place !== undefined) writeFileSync(join(place, 'refused'), message)
  console.error(message)
  process.exit(code)
}
