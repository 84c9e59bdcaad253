const INIT = line({ type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' })
const RESULT = line({ type: 'result', subtype: 'success', is_error: false, result: 'Done' })
const DEPTH = 200_000

/**
 * Bodies of shell scripts that stand in for a command-line tool, by name. `$seconds` is a time to sleep
 * for that no other process of the machine has.
 */
export const TOOL_SCRIPTS: Readonly<Record<string, string>> = {
  fine: `${say(INIT, RESULT)}`,
  'endless-deltas': `${say(INIT)}; exec yes '${delta('word '.repeat(2000))}'`,
  'endless-tiny-deltas': `${say(INIT)}; exec yes '${delta('a')}'`,
  'endless-line': `${say(INIT)}; yes aaaaaaaaaaaaaaaa | tr -d '\\n'`,
  'endless-delta': `${say(INIT)}; printf '%s' '${delta('').slice(0, -4)}'; yes aaaaaaaa | tr -d '\\n'`,
  'endless-other-lines': `${say(INIT)}; exec yes '{"type":"system","subtype":"status"}'`,
  'endless-line-breaks': `${say(INIT)}; exec yes ''`,
  'endless-errors': 'exec yes "something is wrong" >&2',
  'endless-error-line': "yes aaaaaaaaaaaaaaaa | tr -d '\\n' >&2",
  'endless-garbage': 'exec cat /dev/urandom',
  'endless-zeros': 'exec cat /dev/zero',
  'huge-delta': `${say(INIT)}; printf '%s' '${delta('').slice(0, -4)}'; head -c 300000000 /dev/zero | tr '\\0' a; printf '"}}}\\n'; ${say(RESULT)}`,
  deep: `${say(INIT)}; printf '{"type":"result","result":'; yes '[' | head -n ${DEPTH} | tr -d '\\n'; yes ']' | head -n ${DEPTH} | tr -d '\\n'; echo '}'`,
  'deaf-to-signals': `trap '' INT TERM HUP; ${say(INIT)}; while :; do sleep $seconds; done`,
  silent: 'exec sleep $seconds',
  'closed-pipes': 'exec <&- >&- 2>&-; exec sleep $seconds',
  'unread-prompt': `exec <&-; ${say(INIT, RESULT)}`,
  'child-with-pipes': `sleep $seconds & ${say(INIT, RESULT)}`,
  'child-of-own-session': `setsid sleep $seconds & ${say(INIT, RESULT)}`,
  'child-without-environment': `env -i /usr/bin/setsid /bin/sleep $seconds <&- >&- 2>&- & ${say(INIT, RESULT)}; exec sleep $seconds`,
  'many-children': `for i in $(seq 200); do sleep $seconds & done; ${say(INIT)}; exec sleep $seconds`,
  'fills-its-folder': `${say(INIT)}; head -c 200000000 /dev/zero > fill; exec sleep $seconds`,
  'after-the-result': `${say(INIT, RESULT)}; exec yes '${delta('more')}'`,
  'no-output': 'exit 0',
  failed: 'echo "no way" >&2; exit 7',
  killed: 'kill -KILL $$',
  'broken-utf8': `printf '\\377\\376\\000{"type":\\n'; ${say(INIT, RESULT)}`,
}

/** @param seconds For the sleeps of the script */
export function toolScript(body: string, seconds: number): string {
  const status = `case "$*" in *status*) ${say(line({ loggedIn: true, authMethod: 'claude.ai' }))}; exit 0;; esac`
  return `#!/bin/bash\nseconds=${seconds}\n${status}\n${body}\n`
}

function line(value: object): string {
  return JSON.stringify(value)
}

function delta(text: string): string {
  const change = { type: 'text_delta', text }
  const event = { type: 'content_block_delta', index: 0, delta: change }
  // The text is the last of its line, so that a script can go on with it.
  return line({ type: 'stream_event', event })
}

function say(...lines: readonly string[]): string {
  return lines.map((one) => `printf '%s\\n' '${one}'`).join('; ')
}
