import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { isInUse } from '../../db/process-lock.ts'
import { boundedText } from '../../platform/bounded-text.ts'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { printable } from '../../sandbox/run-sandboxed.ts'
import { askService } from '../ask-service.ts'
import { type CommandContext, CommandFailure, EXIT, UsageFailure } from '../command.ts'

/** Where a backup is, and the data folder of the service that it goes into. */
interface Places {
  backup: string
  folder: string
  database: string
}

/** Lists things of one kind in a backup, with the words that `--only` takes. */
export async function listContents(
  context: CommandContext,
  places: Places,
  { kind, search }: { kind: string; search: string | undefined },
): Promise<number> {
  const query = { kind, ...(search === undefined ? {} : { search }) }
  const { items, more } = await ask(context, places, '/contents', query, Contents)
  for (const { id, at, title, isThere, hasBytes, isExpired } of items) {
    const notes = [
      ...(isThere ? ['is there'] : []),
      ...(isExpired ? ['expired'] : []),
      ...(hasBytes ? [] : ['without its files']),
    ]
    const what = `${kind}/${id}`
    const line = [what, new Date(at).toISOString(), printable(title), ...notes].join('  ')
    context.out.write(`${line.replaceAll('\n', ' ')}\n`)
  }
  if (items.length === 0) context.err.write('The backup has none\n')
  if (more)
    context.err.write(`These are the newest ${items.length}: --search WORDS finds older ones\n`)
  return EXIT.done
}

/** Puts one thing of a backup back into the running service. */
export async function restoreOne(
  context: CommandContext,
  places: Places,
  only: string,
): Promise<number> {
  const [, kind, id] = /^([a-z]+)\/([\w-]+)$/.exec(only) ?? []
  if (kind === undefined || id === undefined)
    throw new UsageFailure(`“${only}” names nothing: write KIND/ID, as --list KIND shows them`)
  const report = await ask(context, places, '/restore', { kind, id }, Report)
  const counts = Object.entries(report.restored).map(([name, count]) => `${name}: ${count}`)
  context.out.write(`Restored ${counts.length === 0 ? 'nothing' : counts.join(', ')}\n`)
  if (report.there > 0)
    context.err.write(`${report.there} were there already, and stay as they are\n`)
  if (report.lost > 0) {
    const names = report.lostNames.map(printable).join(', ')
    context.err.write(`${report.lost} are without their files or stayed out: ${names}\n`)
  }
  if (report.stopped === undefined) return EXIT.done
  throw new CommandFailure(`The rest was not restored: ${report.stopped}`)
}

async function ask<schema extends TSchema>(
  { signal }: CommandContext,
  { backup, folder, database }: Places,
  path: string,
  query: Readonly<Record<string, string>>,
  schema: schema,
): Promise<Static<schema>> {
  const asked = `${path}?${new URLSearchParams({ backup, ...query })}`
  const response = await askService(folder, asked, signal).catch((cause: unknown) => {
    if (signal.aborted)
      throw new CommandFailure('Stopped waiting: Hearth may still finish it', { cause })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure(`Hearth does not answer: ${reason}`, { cause })
  })
  if (response === undefined)
    throw new CommandFailure(
      isInUse(database)
        ? 'Hearth is running and does not answer this user: run this as the user of Hearth'
        : `Hearth is not running over ${folder}: start it, since one thing goes into the running service`,
    )
  const { value } = tryParseJson((await boundedText(response)) ?? '')
  if (response.ok && matches(schema, value)) return value
  throw new CommandFailure(
    matches(Refusal, value) ? value.detail : `Hearth answered with ${response.status}`,
  )
}

const Refusal = Type.Object({ detail: Type.String() })

/** Of `ListedItem`. */
const Contents = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      at: Type.Number(),
      title: Type.String(),
      isThere: Type.Boolean(),
      isExpired: Type.Boolean(),
      hasBytes: Type.Boolean(),
    }),
  ),
  more: Type.Boolean(),
})

/** Of `RestoreReport`. */
const Report = Type.Object({
  restored: Type.Record(Type.String(), Type.Integer()),
  there: Type.Integer(),
  lost: Type.Integer(),
  lostNames: Type.Array(Type.String()),
  stopped: Type.Optional(Type.String()),
})
