import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { clearProxyVariables } from '../../src/config/clear-proxy-variables.ts'
import { ConfigError, loadConfig } from '../../src/config/load.ts'
import { settingsInForce } from '../../src/config/settings-in-force.ts'
import { tempFolder } from '../support/process.ts'

function load(env: Record<string, string> = {}, toml?: string) {
  return loadConfig(env, () => toml)
}

function issues(env: Record<string, string>, toml?: string): readonly string[] {
  try {
    load(env, toml)
  } catch (error) {
    if (error instanceof ConfigError) return error.issues
    throw error
  }
  return []
}

test('loadConfig() without settings gives the defaults', () => {
  expect(load()).toMatchObject({
    port: 8787,
    host: '127.0.0.1',
    edge_host: '127.0.0.1',
    data_dir: join(process.cwd(), 'data'),
    trusted_networks: [],
    log_level: 'info',
    engines: [],
    alerts: {},
  })
})

test('paths start at the folder of the file, those of the environment at the working folder', () => {
  using folder = tempFolder()
  const own = (name: string) => join(folder.path, name)
  const toml = `
data_dir = "data"
[backups]
folder = "../backups"
[queue]
url = "redis://127.0.0.1"
ca_file = "./ca.pem"
[programs]
ffmpeg = "bin/ffmpeg"
bwrap = "bwrap"
[[engines]]
id = "a"
adapter = "claude"
models = ["opus"]
command = "./claude"
accounts = [{ id = "home", dir = "login" }, { id = "work", dir = "/srv/login" }]
[[engines]]
id = "b"
adapter = "codex"
models = ["maker/model"]
command = "codex"
accounts = [{ id = "home", dir = "other" }]
[[speech_engines]]
id = "c"
adapter = "command"
command = ["bin/say", "./{output}"]
models = ["maker/voice"]
[[transcription_engines]]
id = "d"
adapter = "whisper-cli"
command = ["bin/whisper", "-t", "a/b"]
models = ["base", "models/ggml-tiny.bin"]
[[transcription_engines]]
id = "e"
adapter = "openai-http"
base_url = "http://127.0.0.1:1/v1"
models = ["maker/whisper"]
`
  writeFileSync(own('ca.pem'), '')
  const read = (env: Record<string, string>) =>
    loadConfig({ HEARTH_CONFIG: own('hearth.toml'), ...env }, () => toml, '/working')
  expect(read({})).toMatchObject({
    data_dir: own('data'),
    backups: { folder: join(folder.path, '../backups') },
    queue: { ca_file: own('ca.pem') },
    programs: { ffmpeg: own('bin/ffmpeg'), bwrap: 'bwrap' },
    engines: [
      {
        command: own('claude'),
        accounts: [{ dir: own('login') }, { dir: '/srv/login' }],
      },
      { command: 'codex', models: ['maker/model'], accounts: [{ dir: own('other') }] },
    ],
    speech_engines: [{ command: [own('bin/say'), './{output}'], models: ['maker/voice'] }],
    transcription_engines: [
      {
        command: [own('bin/whisper'), '-t', 'a/b'],
        models: ['base', own('models/ggml-tiny.bin')],
      },
      { models: ['maker/whisper'] },
    ],
  })
  expect(read({ DATA_DIR: './here' }).data_dir).toBe('/working/here')
  expect(read({ DATA_DIR: ':memory:' }).data_dir).toBe(':memory:')
  expect(() => read({ QUEUE_CA_FILE: 'ca.pem' })).toThrow(
    'QUEUE_CA_FILE is "ca.pem": there is no such file',
  )
  expect(loadConfig({}, () => undefined, '/working').data_dir).toBe('/working/data')
  const asked: string[] = []
  const atConfig = (path: string) => {
    asked.push(path)
    return 'data_dir = "data"'
  }
  expect(loadConfig({ HEARTH_CONFIG: 'etc/a.toml' }, atConfig, '/working').data_dir).toBe(
    '/working/etc/data',
  )
  expect(asked).toEqual(['/working/etc/a.toml'])
})

test('the environment takes precedence over the file, and an empty value counts as absent', () => {
  const config = load(
    { PORT: '9000', HOST: '', TRUSTED_NETWORKS: '192.168.1.0/24, ::1' },
    'port = 8000\nhost = "0.0.0.0"\n[[engines]]\nid = "local"\nadapter = "openai-http"\nbase_url = "http://127.0.0.1:8080/v1"\nmodels = ["m"]\n',
  )
  expect(config).toMatchObject({
    port: 9000,
    host: '0.0.0.0',
    trusted_networks: ['192.168.1.0/24', '::1'],
  })
  expect(config.engines[0]).toMatchObject({
    id: 'local',
    max_characters: 100_000,
    timeout_seconds: 300,
  })
})

test('a setting of an earlier version that has no effect is no issue', () => {
  expect(issues({}, 'max_connections_per_address = 500')).toEqual([])
  expect(issues({ MAX_CONNECTIONS_PER_ADDRESS: '500' })).toEqual([])
})

test('a proxy is a URL of http or https, and the variables of others are removed', () => {
  for (const url of ['http://proxy:3128', 'https://me:s%3Acret@[::1]/'])
    expect(load({ EGRESS_PROXY: url }).egress_proxy).toBe(url)
  expect(load({}).egress_proxy_target).toBe('address')
  expect(load({ EGRESS_PROXY_TARGET: 'name' }).egress_proxy_target).toBe('name')
  for (const url of ['proxy:3128', 'socks5://proxy', 'http://proxy/path', 'http://a:%@proxy'])
    expect(issues({ EGRESS_PROXY: url })).toEqual([
      'EGRESS_PROXY (its value is not shown): expected a proxy such as http://proxy.example:3128 or https://user:password@proxy.example',
    ])
  const env = {
    HTTP_PROXY: 'http://a',
    https_proxy: 'b',
    All_Proxy: '',
    no_proxy: 'x',
    NO_PROXY: '*',
  }
  const environment: Record<string, string | undefined> = { ...env, PATH: '/bin' }
  expect(clearProxyVariables(environment)).toEqual(['HTTP_PROXY', 'https_proxy'])
  expect(environment).toEqual({ PATH: '/bin' })
})

test('loadConfig() lists every issue at once', () => {
  const found = issues(
    {
      PORT: 'http',
      TRUSTED_NETWORKS: '10.0.0.0/33',
      BASE_URL: 'ftp://x',
      PRIMARY_KEY: 'short',
      LOG_LEVEL: 'loud',
      CORS_ORIGINS: 'https://a.example/',
    },
    'prot = 1\n[[engines]]\nid = "auto"\nadapter = "openai-http"\nbase_url = "https://8.8.8.8/v1"\n',
  )
  expect(found).toEqual([
    'hearth.toml: prot: there is no such setting; did you mean port?',
    'PORT is "http": expected a whole number from 0 to 65535',
    'BASE_URL is "ftp://x": expected an address with http:// or https://, without user and password',
    'PRIMARY_KEY (its value is not shown): expected 16 to 512 letters, digits and signs without spaces',
    'TRUSTED_NETWORKS, item 1, is "10.0.0.0/33": expected an address, or a network such as 192.168.1.0/24',
    'CORS_ORIGINS, item 1, is "https://a.example/": expected an origin such as https://canvas.example, without a path or a slash at the end',
    'LOG_LEVEL is "loud": expected one of fatal, error, warn, info, debug, silent',
    'hearth.toml: [[engines]] "auto": id is "auto": auto means any engine, so choose another id',
    'hearth.toml: [[engines]] "auto": base_url is "https://8.8.8.8/v1": expected a loopback or private address, because Hearth never calls a pay-per-use API',
  ])
})

test('a malformed engine hides none of its other issues, and none of the next one', () => {
  const found = issues(
    {},
    '[[engines]]\nid = "Big!"\nadapter = "openai-http"\nmodels = "m"\nbase_url = "https://api.openai.com/v1"\n[[engines]]\nadapter = "demo"\ncommand = "x"\n',
  )
  expect(found).toEqual([
    'hearth.toml: [[engines]] "Big!": id is "Big!": expected 1 to 32 small letters, digits or _',
    'hearth.toml: [[engines]] "Big!": models is "m": expected a list of models, as in ["qwen3"]',
    'hearth.toml: [[engines]] "Big!": base_url is "https://api.openai.com/v1": expected a loopback or private address, because Hearth never calls a pay-per-use API',
    'hearth.toml: [[engines]] number 2: id is missing: expected 1 to 32 small letters, digits or _',
    'hearth.toml: [[engines]] number 2: command is "x": the adapter demo has no such setting',
  ])
})

test('a value that does not match its pattern is reported with an explanation', () => {
  const env = { OWNER_EMAIL: 'me', PRIMARY_KEY: 'a key with many spaces', EDGE_HEADERS: 'via,x y' }
  expect(issues(env)).toEqual([
    'PRIMARY_KEY (its value is not shown): expected 16 to 512 letters, digits and signs without spaces',
    'OWNER_EMAIL is "me": expected an e-mail address',
    'EDGE_HEADERS, item 2, is "x y": expected the name of a header',
  ])
})

test('[web] contact is an address that fits into a header', () => {
  const found = (contact: string) => issues({}, `[web]\ncontact = ${JSON.stringify(contact)}\n`)
  for (const good of ['me@example.org', 'https://example.org/about?x', `a@${'b'.repeat(198)}`])
    expect(found(good)).toEqual([])
  for (const bad of [
    ...['', 'me', 'me@a@b', 'http://example.org/', 'https://', 'https://u:p@example.org', 'a b@c'],
    ...['me@example.org\r\nx: y', 'https://example.org/(x)', 'ä@b', `a@${'b'.repeat(199)}`],
  ])
    expect(found(bad).join()).toContain('[web]: contact is ')
  expect(found('me')).toEqual([
    'hearth.toml: [web]: contact is "me": expected a mail address or an https:// address, at most 200 characters without spaces and parentheses',
  ])
})

test('a model engine at a public address is an issue', () => {
  const found = issues(
    {},
    '[[engines]]\nid = "far"\nadapter = "openai-http"\nbase_url = "https://8.8.8.8/v1"\nmodels = ["m"]\n',
  )
  expect(found).toEqual([
    'hearth.toml: [[engines]] "far": base_url is "https://8.8.8.8/v1": expected a loopback or private address, because Hearth never calls a pay-per-use API',
  ])
})

test('issues of engines name the engine', () => {
  const found = issues(
    {},
    '[[engines]]\nid = "a"\nadapter = "demo"\n[[engines]]\nid = "a"\nadapter = "openai-http"\n',
  )
  expect(found).toEqual([
    'hearth.toml: [[engines]] "a": id is "a": another engine has the same id',
    'hearth.toml: [[engines]] "a": base_url is missing: expected the address of the local server: http://127.0.0.1:8080/v1',
  ])
})

test('recognisers have their own blocks, with defaults', () => {
  const config = load(
    {},
    '[[transcription_engines]]\nid = "ears"\nadapter = "openai-http"\nbase_url = "http://127.0.0.1:8090/v1"\n[[transcription_engines]]\nid = "own"\nadapter = "command"\ncommand = ["hear", "{input}", "{output_prefix}"]\nresult = "srt"\n[[transcription_engines]]\nid = "py"\nadapter = "command"\npreset = "openai-whisper"\n[[transcription_engines]]\nid = "cli"\nadapter = "whisper-cli"\ncommand = ["/opt/whisper-cli", "-ng"]\nmodels = ["base"]\nthreads = 2\n',
  )
  expect(config.transcription_engines.map(({ id, timeout_seconds: time }) => [id, time])).toEqual([
    ['ears', 3600],
    ['own', 3600],
    ['py', 3600],
    ['cli', 3600],
  ])
})

test('every issue of a recogniser names its block', () => {
  const block = (text: string) => `[[transcription_engines]]\n${text}\n`
  const found = issues(
    {},
    [
      block('id = "auto"\nadapter = "openai-http"\nbase_url = "https://api.openai.com/v1"'),
      block('id = "a"\nadapter = "openai-http"\ncommand = ["x"]\nthreads = 2'),
      block('id = "a"\nadapter = "whisper-cli"\ncommand = [""]\nresult = "srt"'),
      block('id = "b"\nadapter = "command"'),
      block('id = "c"\nadapter = "command"\ncommand = ["hear", "{audio}"]\nresult = "srt"'),
      block('id = "d"\nadapter = "command"\npreset = "openai-whisper"\nresult = "srt"'),
      block('id = "e"\nadapter = "shell"\ncommand = "hear {input}"'),
    ].join(''),
  )
  const at = 'hearth.toml: [[transcription_engines]]'
  expect(found).toEqual([
    `${at} "auto": id is "auto": auto means any transcription engine, so choose another id`,
    `${at} "auto": base_url is "https://api.openai.com/v1": expected a loopback or private address, because Hearth never calls a pay-per-use API`,
    `${at} "a": base_url is missing: expected the address of the local server: http://127.0.0.1:8080/v1`,
    `${at} "a": command is a list: the adapter openai-http has no such setting`,
    `${at} "a": threads is 2: the adapter openai-http has no such setting`,
    `${at} "a": id is "a": another transcription engine has the same id`,
    `${at} "a": command, item 1, is "": expected a program`,
    `${at} "a": result is "srt": the adapter whisper-cli has no such setting`,
    `${at} "b": command is missing: expected the program and its arguments, as in ["recognise", "{input}"], or a preset`,
    `${at} "b": result is missing: expected one of srt, vtt, whisper-json, stdout: what the command gives`,
    `${at} "c": command is a list: there is no {audio}, only {input} {output} {output_prefix} {output_dir} {model} {language} {task} {prompt} {threads}`,
    `${at} "d": result is "srt": the preset has a result of its own`,
    `${at} "e": adapter is "shell": expected one of openai-http, whisper-cli, command`,
    `${at} "e": command is "hear {input}": expected the program and its arguments as a list, as in ["whisper-cli", "-ng"]`,
  ])
})

test('lines that are not TOML are issues beside all others, without a quotation of them', () => {
  const file =
    'port = 1\nprimary_key = "very-secret-value\nhost = local\nprot = 1\n[alerts]\nntfy_token = "very-secret"\n'
  const found = issues({ HEARTH_CONFIG: 'h.toml', LOG_LEVEL: 'loud' }, file)
  expect(found).toEqual([
    'h.toml:2: the text of primary_key has no quotation mark at its end',
    'h.toml:3: expected host = "text", host = 123, host = true or host = ["text", "text"]',
    'h.toml: prot: there is no such setting; did you mean port?',
    'LOG_LEVEL is "loud": expected one of fatal, error, warn, info, debug, silent',
    'h.toml: [alerts]: ntfy_token (its value is not shown): of no use without ntfy',
  ])
})

test('a table whose header is not TOML is not read as part of another', () => {
  const file = '[[engines]\nid = "a"\nport = 70000\n'
  expect(issues({}, file)).toEqual([
    'hearth.toml:1: not TOML: expected end of table array declaration',
  ])
})

test('common mistakes in TOML are explained', () => {
  const found = (line: string) => issues({}, `${line}\n`)[0]
  expect(found('port: 8787')).toBe('hearth.toml:1: expected a line such as name = "text"')
  expect(found('port = 1\nport = 2')).toBe('hearth.toml:2: port is given twice')
  expect(found('data_dir = "C:\\Users"')).toContain('a backslash in data_dir is written twice')
  expect(found('[engines]\nid = "a"')).toBe(
    'hearth.toml: engines: expected blocks that begin with [[engines]], in double brackets',
  )
})

test('a list or a table of the wrong kind is an issue, not its default', () => {
  const file =
    'alerts = 1\n[[engines]]\nid = "t"\nadapter = "agy"\nmodels = ["m"]\n[[engines.accounts]]\nid = "home"\ndir = "x"\nextra_args = "--fast"\nenv = 1\n'
  expect(issues({}, file)).toEqual([
    'hearth.toml: [[engines]] "t", account "home": extra_args (its value is not shown): expected a list',
    'hearth.toml: [[engines]] "t", account "home": env (its value is not shown): expected a table',
    'hearth.toml: [alerts] is 1: expected a table',
  ])
})

test('issues of file and environment have the names that each of them uses', () => {
  expect(issues({ PORT: 'x' }, 'port = "y"\nhost = 1\n')).toEqual([
    'PORT is "x": expected a whole number from 0 to 65535',
    'hearth.toml: host is 1: expected a string that is not empty',
  ])
})

test('an issue never shows the value of a secret', () => {
  expect(issues({ PRIMARY_KEY: 'tiny-secret' }).join()).not.toContain('tiny-secret')
})

/** A file with one engine of a tool, and the `env` of its single account. */
function tool(settings: string, env = '') {
  return `[[engines]]\nid = "t"\n${settings}\n[[engines.accounts]]\nid = "home"\ndir = "a/../b"\n${env}`
}

test('an engine over a tool needs models and accounts, and has no address or key', () => {
  expect(
    issues({}, '[[engines]]\nid = "c"\nadapter = "codex"\nbase_url = "x"\napi_key = "topsecret"\n'),
  ).toEqual([
    'hearth.toml: [[engines]] "c": models is missing: expected at least one model, as in ["qwen3"]',
    'hearth.toml: [[engines]] "c": accounts is missing: expected at least one login of the tool ([[engines.accounts]])',
    'hearth.toml: [[engines]] "c": base_url is "x": the adapter codex has no such setting',
    'hearth.toml: [[engines]] "c": api_key (its value is not shown): the adapter codex has no such setting',
  ])
  const config = load({}, tool('adapter = "agy"\nmodels = ["m"]\ncommand = "agy"'))
  expect(config.engines[0]?.accounts).toEqual([
    { id: 'home', dir: join(process.cwd(), 'b'), extra_args: [], env: {} },
  ])
})

test('an engine over HTTP and the demonstration have no accounts and no command', () => {
  const local =
    'adapter = "openai-http"\nbase_url = "http://[::1]:1"\nmodels = ["m"]\ncommand = "x"'
  expect(issues({}, tool(local))).toEqual([
    'hearth.toml: [[engines]] "t": accounts is a list: the adapter openai-http has no such setting',
    'hearth.toml: [[engines]] "t": command is "x": the adapter openai-http has no such setting',
  ])
  expect(issues({}, tool('adapter = "demo"'))).toEqual([
    'hearth.toml: [[engines]] "t": accounts is a list: the adapter demo has no such setting',
  ])
})

test('an account id given twice within an engine is an issue, in two engines it is none', () => {
  const again = '[[engines.accounts]]\nid = "home"\ndir = "c"\n'
  expect(issues({}, tool('adapter = "agy"\nmodels = ["m"]', again))).toEqual([
    'hearth.toml: [[engines]] "t", account "home": id is "home": another account of this engine has the same id',
  ])
  const one = tool('adapter = "agy"\nmodels = ["m"]')
  const other = one.replace('"t"', '"u"').replace('a/../b', 'c')
  expect(issues({}, `${one}${other}`)).toEqual([])
})

test('a provider’s key needs that provider’s base URL in the house beside it', () => {
  const bad = [
    'ANTHROPIC_API_KEY = "topsecret"',
    'ANTHROPIC_AUTH_TOKEN = "topsecret"\nANTHROPIC_BASE_URL = "https://api.anthropic.com"',
    'ANTHROPIC_API_KEY = "topsecret"\nOPENAI_BASE_URL = "http://127.0.0.1:1"',
    'OPENAI_API_KEY = "topsecret"\nOPENAI_BASE_URL = "http://8.8.8.8"',
    'CODEX_API_KEY = "topsecret"\nOPENAI_BASE_URL = "http://localhost.example"',
    'CODEX_API_KEY = "topsecret"\nCODEX_BASE_URL = "http://[::1]"\nOPENAI_BASE_URL = "https://x.example"',
    'GEMINI_API_KEY = "topsecret"\nGOOGLE_GEMINI_BASE_URL = "ftp://127.0.0.1"',
    'GOOGLE_API_KEY = "topsecret"\nGOOGLE_GEMINI_BASE_URL = ""',
    'MY_OWN_API_KEY = "topsecret"',
    'openai_api_key = "topsecret"',
  ]
  for (const env of bad) {
    const found = issues(
      {},
      tool('adapter = "claude"\nmodels = ["m"]', `[engines.accounts.env]\n${env}\n`),
    )
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(
      /^hearth\.toml: \[\[engines\]\] "t", account "home": env\.\w+ \(its value is not shown\): only with \w+_BASE_URL at a /,
    )
    expect(found[0]).not.toContain('topsecret')
  }
  const good = [
    'ANTHROPIC_API_KEY = "x"\nANTHROPIC_BASE_URL = "http://127.0.0.1:8080/v1"',
    'ANTHROPIC_AUTH_TOKEN = "x"\nANTHROPIC_BASE_URL = "https://192.168.1.4"',
    'CODEX_API_KEY = "x"\nOPENAI_BASE_URL = "http://localhost:1"',
    'GEMINI_API_KEY = "x"\nGOOGLE_GEMINI_BASE_URL = "http://[fd00::1]:1"',
    'MY_OWN_API_KEY = "x"\nMY_OWN_BASE_URL = "http://10.0.0.1"',
    'ANTHROPIC_BASE_URL = "https://proxy.example"\nEDITOR = "vi"',
  ]
  for (const env of good) {
    const file = tool('adapter = "claude"\nmodels = ["m"]', `[engines.accounts.env]\n${env}\n`)
    expect(issues({}, file)).toEqual([])
  }
})

test('an account’s variables must not lead to a cloud that is paid by use', () => {
  const bad = [
    'CLAUDE_CODE_USE_BEDROCK',
    'CLAUDE_CODE_USE_VERTEX',
    'CLAUDE_CODE_USE_FOUNDRY',
    'ANTHROPIC_VERTEX_PROJECT_ID',
    'ANTHROPIC_BEDROCK_BASE_URL',
    'ANTHROPIC_FOUNDRY_API_KEY',
    'AWS_PROFILE',
    'AWS_BEARER_TOKEN_BEDROCK',
    'AZURE_OPENAI_API_KEY',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'GOOGLE_GENAI_USE_VERTEXAI',
  ]
  for (const name of bad) {
    const env = `[engines.accounts.env]\n${name} = "topsecret"\nANTHROPIC_FOUNDRY_BASE_URL = "x"\n`
    const found = issues({}, tool('adapter = "claude"\nmodels = ["m"]', env))
    expect(found).toContain(
      `hearth.toml: [[engines]] "t", account "home": env.${name} (its value is not shown): leads to a cloud that is paid by use`,
    )
    expect(found.join()).not.toContain('topsecret')
  }
  const env = '[engines.accounts.env]\nGOOGLE_CLOUD_PROJECT = "p"\nGOOGLE_GENAI_USE_GCA = "true"\n'
  expect(issues({}, tool('adapter = "gemini"\nmodels = ["m"]', env))).toEqual([])
})

test('an account’s variables must not choose its folder or its time zone', () => {
  for (const name of ['HOME', 'CLAUDE_CONFIG_DIR', 'CODEX_HOME', 'GEMINI_CLI_HOME', 'TZ']) {
    const env = `[engines.accounts.env]\n${name} = "/elsewhere"\n`
    const found = issues({}, tool('adapter = "claude"\nmodels = ["m"]', env))
    expect(found).toHaveLength(1)
    expect(found[0]).toStartWith(
      `hearth.toml: [[engines]] "t", account "home": env.${name} (its value is not shown): `,
    )
  }
})

test('two accounts in one folder are an issue that names both, however the folder is written', () => {
  using folder = tempFolder()
  const real = join(folder.path, 'real')
  mkdirSync(real)
  symlinkSync(folder.path, join(folder.path, 'link'))
  const engine = (id: string, adapter: string, ...dirs: readonly string[]) => {
    const accounts = dirs.map(
      (dir, index) => `[[engines.accounts]]\nid = "a${index}"\ndir = ${JSON.stringify(dir)}\n`,
    )
    return `[[engines]]\nid = "${id}"\nadapter = "${adapter}"\nmodels = ["m"]\n${accounts.join('')}`
  }
  const found = (first: string, second: string) =>
    issues({}, engine('t', 'claude', first) + engine('u', 'codex', '/elsewhere/b', second))
  const issue = (dir: string, engine = 'u') =>
    `hearth.toml: [[engines]] "${engine}", account "a1": dir is ${JSON.stringify(dir)}: the folder of account "a0" of [[engines]] "t"`
  const expectShared = (first: string, second: string) =>
    expect(found(first, second)).toEqual([issue(second)])
  expectShared(real, `${folder.path}/link/../real/`)
  expectShared(real, `${folder.path}/link/real`)
  // The folder does not exist yet and is below a symbolic link.
  expectShared(`${folder.path}/new/x`, `${folder.path}/link/link/new/x`)
  expectShared(homedir(), `${homedir()}/./`)
  expect(found('accounts/b', join(process.cwd(), 'accounts/b'))).toEqual([
    issue(join(process.cwd(), 'accounts/b')),
  ])
  expect(found(real, `${folder.path}/link/real2`)).toEqual([])
  const one = issues({}, engine('t', 'agy', real, `${folder.path}/link/real`))
  expect(one).toEqual([issue(`${folder.path}/link/real`, 't')])
})

test('an engine of model files has a context, threads and a time, and no address or login', () => {
  const block = '[[engines]]\nid = "files"\nadapter = "gguf"\n'
  const [engine] = load(
    {},
    `${block}context_tokens = 4096\nthreads = 2\nidle_seconds = 60\n`,
  ).engines
  expect(engine).toMatchObject({ context_tokens: 4_096, threads: 2, idle_seconds: 60 })
  expect(issues({}, `${block}base_url = "http://127.0.0.1/v1"\ncommand = "x"\n`)).toEqual([
    'hearth.toml: [[engines]] "files": base_url is "http://127.0.0.1/v1": the adapter gguf has no such setting',
    'hearth.toml: [[engines]] "files": command is "x": the adapter gguf has no such setting',
  ])
  const demo = '[[engines]]\nid = "d"\nadapter = "demo"\nthreads = 2\n'
  expect(issues({}, demo)).toEqual([
    'hearth.toml: [[engines]] "d": threads is 2: the adapter demo has no such setting',
  ])
  expect(issues({}, `${block}context_tokens = 1\n`)).toHaveLength(1)
})

test('[programs] names programs by paths or names, in the file only', () => {
  expect(load({ PROGRAMS: 'x' }).programs).toEqual({})
  const config = load({}, '[programs]\nffmpeg = "/opt/ffmpeg"\nbwrap = "bwrap-2"\n')
  expect(config.programs).toEqual({ ffmpeg: '/opt/ffmpeg', bwrap: 'bwrap-2' })
  const inForce = settingsInForce(config).filter(({ name }) => name.startsWith('programs'))
  expect(inForce.map(({ name, value }) => [name, value])).toEqual([
    ['programs.ffmpeg', '/opt/ffmpeg'],
    ['programs.bwrap', 'bwrap-2'],
  ])
  expect(issues({}, '[programs]\nffmpg = "x"\nffprobe = ""\n')).toEqual([
    'hearth.toml: [programs]: ffmpg: there is no such setting; did you mean ffmpeg?',
    'hearth.toml: [programs]: ffprobe is "": expected a string that is not empty',
  ])
})

test('[workers] has defaults, and names a wrong zone and numbers out of bounds', () => {
  const defaults = { jobs_per_day: 8, attempts_per_day: 20, timeout_seconds: 900, credits: 10 }
  expect(load({ WORKERS: 'x' }).workers).toEqual(defaults)
  const file = `[workers]
time_zone = "Europe/Berlin"
timeout_seconds = 1800
searxng_url = "http://192.168.1.9:8888/search"
`
  const config = load({}, file)
  expect(config.workers).toEqual({
    ...defaults,
    time_zone: 'Europe/Berlin',
    timeout_seconds: 1800,
    searxng_url: 'http://192.168.1.9:8888/search',
  })
  const inForce = settingsInForce(config).filter(({ name }) => name.startsWith('workers.'))
  expect(inForce.find(({ name }) => name === 'workers.time_zone')?.value).toBe('Europe/Berlin')
  const zone = (name: string) => issues({}, `[workers]\ntime_zone = "${name}"\n`)
  expect(zone('Europe/Berln')).toEqual([
    'hearth.toml: [workers]: time_zone is "Europe/Berln": expected a time zone such as "Europe/Berlin"',
  ])
  expect([zone('+02:00'), zone('mars')].map(({ length }) => length)).toEqual([1, 1])
  expect([zone('UTC'), zone('Asia/Kathmandu')]).toEqual([[], []])
  const wrong = `[workers]
jobs_per_day = 0
attempts_per_day = 1001
timeout_seconds = 1801
searxng_url = "ftp://x"
`
  expect(issues({}, wrong)).toHaveLength(4)
})

test('[files] takes a bucket from the file, and each part of it from the environment', () => {
  const file =
    '[files]\ns3 = { endpoint = "http://10.0.0.3:9000", bucket = "hearth", key = "k", secret = "from the file" }\n'
  const bucket = { endpoint: 'http://10.0.0.3:9000', bucket: 'hearth', key: 'k' }
  const rest = { region: 'us-east-1', prefix: '' }
  const secret = { FILES_S3_SECRET: 'from-env', FILES_S3_PREFIX: 'home/' }
  expect(load(secret, file).files.s3).toEqual({
    ...{ ...bucket, ...rest, secret: 'from-env', prefix: 'home/' },
  })
  const all = {
    FILES_S3_ENDPOINT: 'https://s3.example.com',
    FILES_S3_BUCKET: 'my.bucket',
    FILES_S3_KEY: 'AKIA1',
    FILES_S3_SECRET: 'a/b+c=',
    FILES_S3_REGION: 'eu-central-1',
  }
  expect(load(all).files.s3).toEqual({
    ...{ endpoint: 'https://s3.example.com', bucket: 'my.bucket', key: 'AKIA1', secret: 'a/b+c=' },
    ...{ region: 'eu-central-1', prefix: '' },
  })
  expect(load().files).toEqual({})
})

test('issues of the bucket are told by their own names, without its key and its secret', () => {
  const file =
    '[files]\ns3 = { endpoint = "s3.example.com", bucket = "A", key = "top,secret", secret = "top secret", prefix = "a" }\n'
  expect(issues({}, file).map((issue) => issue.split(': expected', 1)[0])).toEqual([
    'hearth.toml: [files]: s3.bucket is "A"',
    'hearth.toml: [files]: s3.key (its value is not shown)',
    'hearth.toml: [files]: s3.secret (its value is not shown)',
    'hearth.toml: [files]: s3.prefix is "a"',
    'hearth.toml: [files]: s3.endpoint is "s3.example.com"',
  ])
  expect(issues({ FILES_S3_SECRET: 'top secret', FILES_S3_BUCKET: 'hearth' })).toEqual([
    'hearth.toml: [files]: s3.endpoint is missing: expected a string that is not empty',
    'hearth.toml: [files]: s3.key is missing: expected the id of an access key, without spaces and commas',
    'FILES_S3_SECRET (its value is not shown): expected letters, digits and signs without spaces',
  ])
  for (const endpoint of ['ftp://x', 'https://u:p@x.example', 'https://x.example/?a=b'])
    expect(issues({ FILES_S3_ENDPOINT: endpoint })).toHaveLength(4)
})

test('[queue] comes from the file and the environment, and its address is a secret', () => {
  const defaults = { width: 1, prefix: 'hearth' }
  expect(load({}).queue).toEqual(defaults)
  const config = load(
    { QUEUE_URL: 'rediss://:pw@b:6380', QUEUE_WIDTH: '3' },
    '[queue]\nname = "a"\n',
  )
  expect(config.queue).toEqual({ ...defaults, url: 'rediss://:pw@b:6380', width: 3, name: 'a' })
  const inForce = settingsInForce(config).find(({ name }) => name === 'queue.url')
  expect(inForce).toMatchObject({ isSecret: true, isSet: true, value: undefined })
  const address =
    'expected an address such as redis://10.0.0.2:6379 or rediss://user:password@redis.example:6379'
  expect(issues({ QUEUE_URL: 'http://:pw@b', QUEUE_WIDTH: 'x' })).toEqual([
    'QUEUE_WIDTH is "x": expected a whole number from 1 to 64',
    `QUEUE_URL (its value is not shown): ${address}`,
  ])
  expect(issues({}, '[queue]\nurl = "redis://h/x"\nname = "a b"\nca_file = "/nowhere"\n')).toEqual([
    'hearth.toml: [queue]: name is "a b": expected 1 to 32 letters, digits, _, . or -',
    `hearth.toml: [queue]: url (its value is not shown): ${address}`,
    'hearth.toml: [queue]: ca_file is "/nowhere": there is no such file',
  ])
})

test('[alerts] takes every outlet, from the file only', () => {
  const file = `[alerts]
webhook = "https://hook.example/x"
webhook_secret = "s"
ntfy = "https://ntfy.sh/topic"
ntfy_token = "tk_1"
[alerts.smtp]
url = "smtp://user%40x:p%40ss@mail.example:587"
from = "Hearth <hearth@x.example>"
to = ["owner@x.example"]
`
  const { alerts } = load({ ALERTS: 'x' }, file)
  expect(alerts).toMatchObject({ webhook_secret: 's', smtp: { to: ['owner@x.example'] } })
})

test('issues of [alerts] are told together, without a secret', () => {
  const shape = `[alerts]
webhok = "topsecret"
ntfy_token = "topsecret with spaces"
[alerts.smtp]
url = "smtp://a:topsecret@h"
to = []
`
  expect(issues({}, shape)).toEqual([
    'hearth.toml: [alerts]: webhok: there is no such setting; did you mean webhook?',
    'hearth.toml: [alerts]: ntfy_token (its value is not shown): expected letters, digits and signs without spaces',
    'hearth.toml: [alerts.smtp]: from is missing: expected a string that is not empty',
    'hearth.toml: [alerts.smtp]: to is an empty list: expected a list of 1 to 20 mail addresses',
  ])
  const meaning = `[alerts]
webhook = "https://u:topsecret@h/"
ntfy = "https://ntfy.sh/"
[alerts.smtp]
url = "http://a:topsecret@h"
from = "nobody"
to = ["a@b", "c"]
`
  expect(issues({}, meaning).map((issue) => issue.split(': expected', 1)[0])).toEqual([
    'hearth.toml: [alerts]: webhook (its value is not shown)',
    'hearth.toml: [alerts]: ntfy (its value is not shown)',
    'hearth.toml: [alerts.smtp]: url (its value is not shown)',
    'hearth.toml: [alerts.smtp]: from is "nobody"',
    'hearth.toml: [alerts.smtp]: to, item 2, is "c"',
  ])
  const alone = issues({}, '[alerts]\nwebhook_secret = "topsecret"\nntfy_token = "topsecret"\n')
  expect(alone).toHaveLength(2)
  expect([...issues({}, shape), ...issues({}, meaning), ...alone].join()).not.toContain('topsecret')
})

test('alerts.smtp.url is smtp or smtps, with both of user and password or neither', () => {
  const found = (url: string) =>
    issues({}, `[alerts.smtp]\nurl = "${url}"\nfrom = "a@b"\nto = ["a@b"]\n`).length
  const good = ['smtp://h', 'smtps://u:p@h:465', 'smtp://[::1]:25/', 'smtp://127.0.0.1:2525']
  const bad = [
    'smtp://',
    'smtp://u@h',
    'smtp://u:50%@h',
    'smtp://h/x',
    'smtp://h?debug=true',
    'h:25',
  ]
  expect([good.map(found), bad.map(found)]).toEqual([good.map(() => 0), bad.map(() => 1)])
})

test('a pattern that RE2 cannot run is an issue', () => {
  const found = issues(
    {},
    `[[engines]]
id = "c"
adapter = "claude"
models = ["opus"]
[[engines.accounts]]
id = "home"
dir = "/srv/claude"
[[engines.patterns]]
pattern = "(?=ahead)"
verdict = "quota"
`,
  )
  expect(found).toEqual([
    'hearth.toml: [[engines]] "c", pattern 1: pattern is "(?=ahead)": expected a regular expression that RE2 can run (no look-ahead)',
  ])
})

test('sign-in settings must be complete and use https', () => {
  const sound = {
    BASE_URL: 'https://hearth.example',
    OIDC_ISSUER: 'https://id.example/realms/house',
    OIDC_CLIENT_ID: 'hearth',
    OIDC_CLIENT_SECRET: 'p+q%20r:s/t=u&v',
    OIDC_LABEL: 'The house',
    GOOGLE_CLIENT_ID: 'x',
    GOOGLE_CLIENT_SECRET: 'x',
    GITHUB_CLIENT_ID: 'x',
    GITHUB_CLIENT_SECRET: 'x',
  }
  expect(issues(sound)).toEqual([])
  expect(issues({ ...sound, OIDC_CLIENT_SECRET: '', GITHUB_CLIENT_ID: '' })).toEqual([
    'OIDC_CLIENT_SECRET is missing: expected beside OIDC_ISSUER; a provider has all of OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET or none',
    'GITHUB_CLIENT_ID is missing: expected beside GITHUB_CLIENT_SECRET; a provider has all of GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET or none',
  ])
  expect(issues({ ...sound, BASE_URL: '' })).toEqual([
    'BASE_URL is missing: needed to sign in, since the identity provider sends browsers back to it',
  ])
  const clear = {
    BASE_URL: 'http://hearth.example',
    ALT_BASE_URL: 'http://192.168.1.2:8787/hearth',
    OIDC_ISSUER: 'http://id.example',
  }
  expect(issues({ ...sound, ...clear })).toEqual([
    'BASE_URL is "http://hearth.example": sign-in needs https, unless it is a loopback address',
    'ALT_BASE_URL is "http://192.168.1.2:8787/hearth": sign-in needs https, unless it is a loopback address',
    'OIDC_ISSUER is "http://id.example": expected https, unless it is a loopback address',
  ])
  // Without sign-in, plain http is allowed.
  expect(issues({ BASE_URL: 'http://hearth.example' })).toEqual([])
  const local = { BASE_URL: 'http://localhost:8787', OIDC_ISSUER: 'http://127.0.0.1:4001' }
  expect(issues({ ...sound, ...local })).toEqual([])
})
