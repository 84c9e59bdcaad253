import { query } from '../../ui/router.ts'
import type { Action } from './web-address.ts'

/** When a browser draws a web page. */
export const RENDERS = ['auto', 'never', 'always'] as const
/** Seconds that the reading of a web page may take. */
export const PAGE_SECONDS = [10, 30, 60] as const
/** Where the words of a transcript come from. */
export const SOURCES = ['auto', 'native', 'generated'] as const
/** Videos that a list shows. */
export const LIST_LIMITS = [20, 50, 200] as const

/** A question about an address, as the query of the page has it. */
export interface Asked {
  /** As it was typed; empty for none. */
  url: string
  /** Undefined where an address is given and nothing is asked of it yet. */
  action: Action | undefined
  render: (typeof RENDERS)[number]
  seconds: (typeof PAGE_SECONDS)[number]
  source: (typeof SOURCES)[number]
  /** Of a transcript; empty for the one that is spoken. */
  language: string
  limit: (typeof LIST_LIMITS)[number]
  /** Address of the list that a video was opened from; empty for none. */
  from: string
  /** The job that makes a transcript; empty for none. */
  job: string
}

const NOTHING_ASKED: Asked = {
  url: '',
  action: undefined,
  render: 'auto',
  seconds: 30,
  source: 'auto',
  language: '',
  limit: 50,
  from: '',
  job: '',
}

const PAGE = '/app/video'

/** What the address of the page asks for. */
export function askedNow(): Asked {
  const text = (name: string) => query.value.get(name) ?? ''
  const among = <value extends string | number>(
    all: readonly value[],
    name: 'render' | 'seconds' | 'source' | 'limit',
    otherwise: value,
  ) => all.find((one) => String(one) === text(name)) ?? otherwise
  const { render, seconds, source, limit } = NOTHING_ASKED
  return {
    url: text('url'),
    action: actionOf(text('do')),
    render: among(RENDERS, 'render', render),
    seconds: among(PAGE_SECONDS, 'seconds', seconds),
    source: among(SOURCES, 'source', source),
    language: text('language'),
    limit: among(LIST_LIMITS, 'limit', limit),
    from: text('from'),
    job: text('job'),
  }
}

/** The address of this page that asks for something; what is usual is left out. */
export function addressOf(asked: Partial<Asked>): string {
  const { url, action = '', ...options } = { ...NOTHING_ASKED, ...asked }
  const params = new URLSearchParams({ url, do: action })
  for (const [name, value] of Object.entries(options)) params.set(name, String(value))
  for (const [name, value] of [...params])
    if (value === '' || value === String(Reflect.get(NOTHING_ASKED, name))) params.delete(name)
  const text = params.toString()
  return text === '' ? PAGE : `${PAGE}?${text}`
}

function actionOf(text: string): Action | undefined {
  return text === 'page' || text === 'video' || text === 'transcript' || text === 'list'
    ? text
    : undefined
}
