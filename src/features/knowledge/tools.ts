import { Type } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.ts'
import { defineTool, type QuotedPassage, type Tool, ToolError } from '../../core/tools/tool.ts'
import { clockTime } from '../../platform/clock-time.ts'
import { AppError } from '../../platform/errors.ts'
import type { Knowledge, Passage } from './knowledge.ts'
import { coverageOf } from './stems.ts'

/** Passages that one call of `search_knowledge` gives. @limit tool-passages count */
export const MAX_TOOL_PASSAGES = 8

const GUIDANCE = `Passages that search_knowledge gives begin with a mark such as [^12]. Behind each statement that you take from one, write its mark as it is, such as: The warranty ends in May [^12]. Never make a mark up.
Where no passage answers the question, say that you did not find it in the collections, rather than answer from what you know otherwise or guess; before that, search once more in other words.`

/**
 * Where each passage has less than this share of the words asked for, they are rather about something
 * else: test/bench/knowledge has the figures.
 */
const WEAK_COVERAGE = 0.5
const WEAK =
  'None of these passages has half of the words asked for, so they may be about something else. Answer from one only where it really says it, in whatever words; otherwise say that you did not find it in the collections.'

const Parameters = Type.Object({
  query: Type.String({
    minLength: 1,
    maxLength: 1_000,
    description: 'A question, or the words to look for, in the language of the documents',
  }),
  collection: Type.Optional(
    Type.String({ maxLength: 200, description: 'The name or id of one collection' }),
  ),
})

const Result = Type.Object({
  collections: Type.Array(Type.String(), { description: 'Names of those that were searched' }),
  weak: Type.Boolean({
    description:
      'Whether no passage has half of the words asked for, so that the answer may not be there',
  }),
  passages: Type.Array(
    Type.Object({
      mark: Type.String(),
      collection: Type.String(),
      source: Type.String(),
      place: Type.String({ description: 'Page, time and headings; empty for none' }),
      text: Type.String(),
      url: Type.String(),
    }),
  ),
})

/** Finds passages in the collections of the caller, and in those that others share. */
export function searchKnowledgeTool(knowledge: Knowledge): Tool {
  return defineTool({
    name: 'search_knowledge',
    description:
      'Searches the collections of documents, pages, transcripts, conversations and notes of the user (their knowledge base) and gives the passages that fit best, each with its mark for citations, source and page. What they do not say was not found: tell the user so.',
    parameters: Parameters,
    result: Result,
    capability: 'media',
    effects: 'reads',
    readsOwnData: true,
    guidance: GUIDANCE,
    label: ({ query }) => `Search the collections for ${query}`,
    text: ({ collections, passages, weak }) =>
      passages.length === 0
        ? nothing(collections)
        : [
            ...(weak ? [WEAK] : []),
            ...passages.map(
              ({ mark, collection, source, place, text }) =>
                `${mark} ${[source, place, collection].filter(Boolean).join(' · ')}\n${text}`,
            ),
          ].join('\n\n'),
    async run({ query, collection }, { caller, signal, origin, collections: chosen }) {
      const all = knowledge.collections(caller.owner)
      const readable = chosen === undefined ? all : all.filter(({ id }) => chosen.includes(id))
      const named =
        collection === undefined
          ? readable
          : readable.filter(({ id, name }) => id === collection || isSame(name, collection))
      if (named.length === 0 && collection !== undefined)
        throw new ToolError(`There is no such collection. ${known(readable)}`)
      const found =
        named.length === 0
          ? []
          : await search(knowledge, query, {
              caller,
              signal,
              collectionIds: named.map(({ id }) => id),
            })
      return {
        result: {
          collections: named.map(({ name }) => name),
          weak: isWeak(query, found),
          passages: found.map((passage) => ({
            mark: `[^${passage.seq}]`,
            collection: passage.collectionName,
            source: passage.source.title,
            place: placeOf(passage),
            text: passage.text,
            url: origin + addressOf(passage),
          })),
        },
        passages: found.map(quotedPassage),
      }
    },
  })
}

/** Whether the answer is rather in none of some passages, the best that there are. */
export function isWeak(
  question: string,
  found: readonly Pick<Passage, 'source' | 'heading' | 'text'>[],
): boolean {
  return found.every(
    ({ source, heading, text }) =>
      coverageOf(question, `${source.title}\n${heading}\n${text}`) < WEAK_COVERAGE,
  )
}

async function search(
  knowledge: Knowledge,
  query: string,
  { caller, ...wanted }: { caller: Caller; signal: AbortSignal; collectionIds: readonly string[] },
): Promise<Passage[]> {
  try {
    return await knowledge.search(caller, query, { ...wanted, limit: MAX_TOOL_PASSAGES })
  } catch (error) {
    // One that was deleted since it was listed.
    if (error instanceof AppError && error.code === 'not_found') return []
    throw error
  }
}

/** Where the web app shows a passage. */
export function addressOf({ seq, source }: Pick<Passage, 'seq' | 'source'>): string {
  return `/app/knowledge/${source.collectionId}?passage=${seq}`
}

function quotedPassage(passage: Passage): QuotedPassage {
  const { seq, source, excerpt } = passage
  const place = placeOf(passage)
  return { number: seq, title: source.title, place, excerpt, url: addressOf(passage) }
}

/** Page, time and headings, in words. */
function placeOf({ page, seconds, heading }: Passage): string {
  return [
    ...(page === null ? [] : [`page ${page}`]),
    ...(seconds === null ? [] : [clockTime(seconds)]),
    ...(heading === '' ? [] : [heading]),
  ].join(' · ')
}

function isSame(name: string, given: string): boolean {
  return name.toLowerCase().trim() === given.toLowerCase().trim()
}

function nothing(collections: readonly string[]): string {
  if (collections.length === 0) return 'The user has no collections, so nothing was found.'
  return `Nothing was found in ${collections.map((name) => JSON.stringify(name)).join(', ')}.`
}

function known(collections: readonly { name: string }[]): string {
  if (collections.length === 0) return 'The user has none'
  return `There are: ${collections.map(({ name }) => JSON.stringify(name)).join(', ')}`
}
