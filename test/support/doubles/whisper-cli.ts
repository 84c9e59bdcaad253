// A double of `whisper-cli`, started by the script that `installWhisperCli` writes. What it hears, and
// when, is decided by the test, which it asks over HTTP.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cliJsonOf, type Heard, plainOf, readWav, srtOf, vttOf } from './whisper-output.ts'

/** Options with a value; the others are switches. */
const OPTIONS = [
  ['-m', '--model'],
  ['-f', '--file'],
  ['-l', '--language'],
  ['-of', '--output-file'],
  ['-t', '--threads'],
  ['-tp', '--temperature'],
  ['--prompt'],
]
const nameOf = (word = '') => OPTIONS.find((names) => names.includes(word))?.at(-1)
const KEYS = /_(?:API_KEY|AUTH_TOKEN)$|^(?:AWS|AZURE)_/

/** Runs with the arguments of this process and exits. */
export async function whisperCli(control: string): Promise<never> {
  const values = new Map<string, string>()
  const switches = new Set<string>()
  const args = process.argv.slice(2)
  for (const [at, word] of args.entries()) {
    const option = nameOf(args[at - 1])
    if (option !== undefined) values.set(option, word)
    else if (nameOf(word) === undefined) switches.add(word)
  }
  const keys = Object.keys(process.env).filter((name) => KEYS.test(name))
  if (keys.length > 0) fail(90, `a provider's key is in the environment: ${keys}`)
  const [model = 'models/ggml-base.en.bin', file = ''] = [
    values.get('--model'),
    values.get('--file'),
  ]
  if (!existsSync(file)) fail(2, `error: input file not found '${file}'`)
  if (!existsSync(model)) fail(3, 'error: failed to initialize whisper context')
  const recording = readWav(readFileSync(file))
  // It ends with 0, and writes no file.
  if (recording === undefined) fail(0, `error: failed to read audio file '${file}'`)
  const showsProgress = switches.has('-pp') || switches.has('--print-progress')
  const progress = (percent: number) => {
    const line = `whisper_print_progress_callback: progress = ${String(percent).padStart(3)}%\n`
    if (showsProgress) process.stderr.write(line)
  }
  progress(50)
  const translate = switches.has('-tr') || switches.has('--translate')
  const report = new FormData()
  report.set('recording', new Blob([readFileSync(file)]))
  const task = translate ? 'translate' : 'transcribe'
  const [language, prompt] = [values.get('--language') ?? 'en', values.get('--prompt')]
  const run = {
    pid: process.pid,
    args,
    cwd: process.cwd(),
    env: process.env,
    task,
    language,
    prompt,
  }
  report.set('run', JSON.stringify(run))
  const response = await fetch(control, { method: 'POST', body: report })
  const heard = (await response.json()) as Heard | { status: number; text: string }
  if ('status' in heard) fail(heard.status, heard.text)
  const prefix = values.get('--output-file') ?? file
  const has = (...names: string[]) => names.some((name) => switches.has(name))
  if (has('-osrt', '--output-srt')) writeFileSync(`${prefix}.srt`, srtOf(heard))
  if (has('-ovtt', '--output-vtt')) writeFileSync(`${prefix}.vtt`, vttOf(heard))
  if (has('-otxt', '--output-txt')) writeFileSync(`${prefix}.txt`, plainOf(heard))
  if (has('-oj', '-ojf', '--output-json', '--output-json-full'))
    writeFileSync(
      `${prefix}.json`,
      `${JSON.stringify(cliJsonOf(heard, { model, translate }), undefined, '\t')}\n`,
    )
  progress(100)
  process.exit(0)
}

function fail(code: number, message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
