import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ownerOfUser } from '../../../src/core/identity/actor.ts'
import { PRIMARY_USER_ID } from '../../../src/core/identity/user-store.ts'
import type { MessageRow } from '../../../src/features/conversations/message-store.ts'
import { openApp } from '../../support/app-page.ts'
import { CHROMIUM } from '../../support/chromium.ts'
import { aborted, fakeEngine } from '../../support/engines.ts'
import { LookChecks, STATES_MS } from '../../support/looks.ts'
import { startService } from '../../support/service.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const MARKDOWN = `Yeast eats the sugars in flour and gives off **carbon dioxide**; gluten holds the gas.

## Counting back from 7 pm

1. Mix, rest 30 min
2. Knead, first rise 2 h
   - warm kitchen: 90 min
   - see [the book](https://example.org/bread)

| Time | Step |
|---|---:|
| 14:30 | mix |
| 17:50 | bake at \`230 °C\` |

> If the kitchen is colder than 20 °C, start an hour earlier.

\`\`\`js
// Hours before the bread is needed
const hours = { mix: 4.5, bake: 1.2 }
export function plan(at = '19:00') {
  return Object.entries(hours).map(([step, before]) => \`\${step} \${at} - \${before}\`)
}
\`\`\``

type Kept = Partial<MessageRow> & Pick<MessageRow, 'id'>

/** A service with conversations in every state that Chat shows. */
function startChatStates() {
  // Answers are held after their first words, for as long as they are wanted.
  const engine = fakeEngine('local', async function* (_turn, signal) {
    yield [{ type: 'text' as const, text: 'Yeast eats the sugars' }]
    await aborted(signal)
  })
  const service = startService({ engines: [engine] })
  const { conversations, messages } = service.services.stores
  const now = Date.now()
  const keep = (id: string, title: string, ageMs: number, rows: readonly Kept[]) => {
    const at = now - ageMs
    conversations.insert({
      ...{ id, title, owner: ownerOfUser(PRIMARY_USER_ID), isTitled: true },
      ...{ folderId: null, pinnedAt: id === 'cnv_long' ? now : null, createdAt: at, updatedAt: at },
    })
    for (const [index, row] of rows.entries()) {
      const isAnswer = (row.role ?? (index % 2 === 1 ? 'assistant' : 'user')) === 'assistant'
      messages.insert({
        ...{ conversationId: id, parentId: rows[index - 1]?.id ?? null, content: MARKDOWN },
        ...{ role: isAnswer ? 'assistant' : 'user', status: 'complete' },
        ...{ model: isAnswer ? 'auto' : null, answeredBy: isAnswer ? 'local/small' : null },
        ...{ errorCode: null, errorDetail: null, note: null, thoughts: null, thoughtMs: null },
        ...{ createdAt: at, finishedAt: at + 3_100 },
        ...row,
      })
    }
  }
  const question = 'Why does bread rise, and how do I plan a loaf for 7 in the evening?'
  keep('cnv_whole', 'Why bread rises', HOUR_MS, [
    { id: 'msg_w1', content: question },
    { id: 'msg_w2' },
  ])
  keep('cnv_branches', 'Letter to the landlord', 2 * HOUR_MS, [
    { id: 'msg_b1', content: 'Write a letter to the landlord' },
    { id: 'msg_b2', content: 'Dear Sir' },
    { id: 'msg_b3', content: 'Dear Madam', role: 'assistant', parentId: 'msg_b1' },
  ])
  const ended = (name: string, title: string, answer: Partial<MessageRow>) =>
    keep(`cnv_${name}`, title, 3 * DAY_MS, [
      { id: `msg_${name}1`, content: 'And with sourdough?' },
      { id: `msg_${name}2`, content: 'Sourdough is slower: ', ...answer },
    ])
  ended('failed', 'Excel formula for rent', {
    status: 'failed',
    errorCode: 'engine_failed',
    errorDetail: 'local failed: it answered 500',
  })
  ended('interrupted', 'Holiday in the Harz', { status: 'interrupted' })
  ended('stopped', 'Explain Bayes to a child', { status: 'stopped' })
  const long = Array.from({ length: 40 }, (_, index) => ({
    id: `msg_l${index}`,
    ...(index % 2 === 0 ? { content: `Question ${index}, of a few words?` } : {}),
  }))
  keep('cnv_long', 'Recipe book', 20 * DAY_MS, long)
  return service
}

/**
 * How a page gets into a state, and the id of the conversation in the list that is opened first: empty
 * for a new one, none where the page stays where it is.
 */
type ChatState = readonly [name: string, reach: (page: Page) => Promise<unknown>, open?: string]

const MENU = '[aria-label="More about this conversation"]'
const SEARCH = '.list input[type=search]'
const sees = (selector: string) => (page: Page) => page.waitForSelector(selector)
const answered = (page: Page) => page.locator('article.answer[aria-busy=false]').last().waitFor()
const pressEscape = (page: Page) => page.keyboard.press('Escape')
const send = async (page: Page, text: string) => {
  await page.fill('.compose textarea', text)
  await page.click('[aria-label=Send]')
}
const search = (text: string, selector: string) => async (page: Page) => {
  await page.fill(SEARCH, text)
  await page.waitForSelector(selector)
}
const sent = (text: string, selector: string) => async (page: Page) => {
  await send(page, text)
  await page.waitForSelector(selector)
}

/** The states of Chat on a wide page, each reached from the one before. */
const CHAT_STATES: readonly ChatState[] = [
  ['new', sees('.welcome'), ''],
  ['conversation', sees('.code-keyword'), 'cnv_whole'],
  [
    'edit',
    async (page) => {
      await page.hover('article.own')
      await page.click('[aria-label="Edit and send again"]')
    },
  ],
  ['menu', (page) => page.click(MENU)],
  ['rename', (page) => page.click('button:has-text("Rename")')],
  [
    'selecting',
    async (page) => {
      await pressEscape(page)
      await page.hover('.entry-line')
      await page.click('.entry-line > .button')
      await page.click('button:has-text("Select several")')
      await page.waitForSelector('.selection')
    },
  ],
  [
    'palette',
    async (page) => {
      await page.click('.selection button:has-text("Cancel")')
      await page.keyboard.press('Control+k')
      await page.waitForSelector('dialog[open] [role=option]')
    },
  ],
  [
    'models',
    async (page) => {
      await pressEscape(page)
      await page.click('.pick')
      await page.waitForSelector('.models button >> nth=2')
    },
  ],
  ['branches', sees('text=2/2'), 'cnv_branches'],
  ['failed', answered, 'cnv_failed'],
  ['interrupted', answered, 'cnv_interrupted'],
  ['stopped', answered, 'cnv_stopped'],
  ['long', answered, 'cnv_long'],
  ['search', search('bread', '.list .entry small')],
  ['search without a result', search('parcel', 'text=No conversation has all these words.')],
  [
    'too long',
    async (page) => {
      await page.fill(SEARCH, '')
      await sent('x'.repeat(100_001), '[role=alert]:has-text("too long")')(page)
      await page.fill('.compose textarea', '')
    },
    '',
  ],
  ['streaming', sent('Why does bread rise?', 'article.answer:has-text("Yeast eats the sugars")')],
  ['queued', sent('And with sourdough?', '.wait:has-text("Next in line")'), ''],
  [
    'offline',
    async (page) => {
      await answered(page)
      await page.context().setOffline(true)
      await sent('Are you there?', '[role=alert]:has-text("cannot be reached")')(page)
    },
    'cnv_whole',
  ],
]

/** Brings a page of {@link startChatStates} into the next of the states. */
async function reachState(page: Page, [, reach, open]: ChatState): Promise<void> {
  if (open !== undefined) {
    for (let left = await page.locator('dialog[open]').count(); left > 0; left -= 1)
      await page.keyboard.press('Escape')
    await page.click(`.list a[href="/app/${open === '' ? '' : `c/${open}`}"]`)
  }
  await reach(page)
}

const testPage = test.skipIf(CHROMIUM === null)

const DESK = { width: 1280, height: 800 }
/** What stands behind "offline" and "too long". */
const EXPECTED = /net::ERR_|Failed to load resource/

testPage(
  'every state of Chat is accessible, in light and dark, on every width',
  async () => {
    await using service = startChatStates()
    await using tab = await openApp(service, '/app/', { viewport: DESK })
    const { page } = tab
    await page.locator('.list .entry').first().waitFor()
    const looks = new LookChecks({
      'the page scrolls sideways': IS_WIDER,
      'the composer has no room': `!${HAS_ROOM}`,
    })
    for (const state of CHAT_STATES) {
      await reachState(page, state)
      await looks.check(page, state[0])
    }
    expect(looks.faults).toEqual([])
    await page.context().setOffline(false)
    await tab.expectClean((fault) => EXPECTED.test(fault))
  },
  STATES_MS,
)

const IS_WIDER = 'document.documentElement.scrollWidth > innerWidth'
/** Whether the composer is in sight, and above it some of the answer. */
const HAS_ROOM = `(() => {
  const [talk, area] = ['.message-list', '.compose textarea'].map((one) => document.querySelector(one).getBoundingClientRect())
  return area.bottom <= innerHeight && area.height >= 20 && talk.height >= 100
})()`
