import { Terminal } from '@xterm/headless'

export interface ScreenOptions {
  command: readonly string[]
  env: Record<string, string>
  cols: number
  rows?: number
}

/** Runs a command in a terminal whose screen is drawn as a terminal program draws it. */
export function startScreen({ command, env, cols, rows = 24 }: ScreenOptions) {
  const terminal = new Terminal({ cols, rows, allowProposedApi: true })
  const changed = new Set<() => void>()
  const child = Bun.spawn([...command], {
    env: { TERM: 'xterm-256color', ...env },
    terminal: {
      cols,
      rows,
      data: (_, bytes) =>
        terminal.write(bytes, () => {
          for (const callback of changed) callback()
        }),
    },
  })
  /** The lines that were drawn, without the rows below the last; a wrapped line is one. */
  const lines = () => {
    const { active } = terminal.buffer
    const all: string[] = []
    for (let row = 0; row < active.length; row += 1) {
      const line = active.getLine(row)
      const text = line?.translateToString(true) ?? ''
      if (line?.isWrapped) all.push(`${all.pop() ?? ''}${text}`)
      else all.push(text)
    }
    const trimmed = all.map((line) => line.trimEnd())
    while (trimmed.at(-1) === '') trimmed.pop()
    return trimmed
  }
  const change = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const once = () => {
      changed.delete(once)
      resolve()
    }
    changed.add(once)
    return promise
  }
  return {
    lines,
    exited: child.exited,
    type: (text: string) => child.terminal?.write(text),
    /** @returns When the program has drawn something after it */
    resize(columns: number): Promise<void> {
      const drawn = change()
      terminal.resize(columns, rows)
      child.terminal?.resize(columns, rows)
      return drawn
    },
    /** Resolves when the condition holds for the lines; it is checked at every change. */
    async until(condition: (lines: readonly string[]) => boolean): Promise<void> {
      while (!condition(lines())) await change()
    },
    [Symbol.dispose]: () => {
      child.kill('SIGKILL')
      terminal.dispose()
    },
  }
}
