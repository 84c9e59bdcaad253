import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A request that is sent over and over, with these headers in turn. */
export interface Shot {
  url: string
  headers: readonly Readonly<Record<string, string>>[]
  /** Of a POST; without one it is a GET. */
  body?: string
  /** The status that every answer must have: below 400, or not. */
  refused?: boolean
}

export interface Volley {
  perSecond: number
  answers: number
}

/** @throws when `wrk` is missing */
export function requireWrk(): void {
  if (Bun.which('wrk') === null) {
    throw new Error(
      'The bench needs wrk: apt-get install wrk (Debian, Ubuntu), brew install wrk (macOS)',
    )
  }
}

/** Sends as many requests as come back, on keep-alive connections of one thread. */
export async function wrk(
  { url, headers, body, refused = false }: Shot,
  connections: number,
  seconds: number,
): Promise<Volley> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-wrk-'))
  try {
    const script = join(folder, 'post.lua')
    writeFileSync(script, lua(headers, body))
    const child = Bun.spawn(['wrk', '-t1', `-c${connections}`, `-d${seconds}`, '-s', script, url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const said = await new Response(child.stdout).text()
    await child.exited
    const [, answers, microseconds, refusals, broken] = (
      /^answers (\d+) (\d+) (\d+) (\d+)$/m.exec(said) ?? []
    ).map(Number)
    if (answers === undefined || microseconds === undefined)
      throw new Error(`wrk said nothing: ${said}`)
    if (broken !== 0 || refusals !== (refused ? answers : 0))
      throw new Error(`${url}: of ${answers} answers ${refusals} refused, ${broken} broken`)
    return { answers, perSecond: (answers / microseconds) * 1e6 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function lua(headers: Shot['headers'], body: string | undefined): string {
  const [method, content] = body === undefined ? ['GET', 'nil'] : ['POST', quoted(body)]
  const sets = headers.map((set) => {
    const fields = Object.entries({ 'content-type': 'application/json', ...set })
    return `{ ${fields.map(([name, value]) => `[ ${quoted(name)} ] = ${quoted(value)}`).join(', ')} }`
  })
  return `
local sets, requests, turn = { ${sets.join(', ')} }, {}, 0
function init()
  for i, set in ipairs(sets) do
    set['Host'] = wrk.headers['Host']
    requests[i] = wrk.format('${method}', nil, set, ${content})
  end
end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
function done(s)
  local e = s.errors
  print(string.format('answers %d %d %d %d', s.requests, s.duration, e.status, e.connect + e.read + e.write + e.timeout))
end
`
}

/** Lua's long bracket: nothing in it needs escaping but its own end. */
function quoted(text: string): string {
  if (text.includes(']==]')) throw new Error('Cannot quote this for Lua')
  return `[==[${text}]==]`
}
