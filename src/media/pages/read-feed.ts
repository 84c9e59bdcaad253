import { tryParseJson } from '../../platform/json.ts'
import { MAX_PAGE_LINKS, type PageContent, type PageFormat } from '../contract-web.ts'
import { readHtml, readXml } from '../documents/xml.ts'
import { absoluteUrl } from './dom.ts'

/** Characters of an entry's summary. */
const MAX_SUMMARY_CHARACTERS = 500
/** How the first element of a feed is called: RSS 2.0, RSS 1.0, Atom. */
const ROOT = /^(?:\s|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>)*<(?:rss|rdf:RDF|feed)[\s>]/i

interface Entry {
  title: string
  url: string
  date: string
  summary: string
}

interface Feed {
  title: string
  language: string
  entries: Entry[]
}

/** @returns undefined for anything but RSS, Atom and JSON Feed (https://www.jsonfeed.org/version/1.1/) */
export function readFeed(text: string, url: string, format: PageFormat): PageContent | undefined {
  const feed = ROOT.test(text.slice(0, 4096)) ? ofXml(text) : ofJson(text)
  if (feed === undefined) return undefined
  const entries = feed.entries.map((entry) => ({ ...entry, url: absoluteUrl(entry.url, url) }))
  return {
    ...(feed.title !== '' && { title: feed.title }),
    ...(feed.language !== '' && { language: feed.language }),
    content: entries.map((entry) => shown(entry, format)).join(format === 'html' ? '' : '\n'),
    links: entries
      .flatMap((entry) => (entry.url === undefined ? [] : [{ url: entry.url, text: entry.title }]))
      .slice(0, MAX_PAGE_LINKS),
    isArticle: true,
    isShell: false,
  }
}

function ofXml(xml: string): Feed {
  const feed: Feed = { title: '', language: '', entries: [] }
  const open: string[] = []
  let entry: Entry | undefined
  let text = ''
  readXml(xml, {
    open(name, attributes) {
      open.push(name)
      text = ''
      if (name === 'item' || name === 'entry') entry = { title: '', url: '', date: '', summary: '' }
      else if (name === 'link' && attributes['href'] !== undefined && entry !== undefined) {
        const isPage = (attributes['rel'] ?? 'alternate') === 'alternate'
        if (isPage || entry.url === '') entry.url = attributes['href']
      } else if (name === 'feed' || name === 'rss') feed.language ||= attributes['xml:lang'] ?? ''
    },
    text: (piece) => {
      text += piece
    },
    close(name) {
      open.pop()
      const said = text.trim()
      text = ''
      if (name === 'item' || name === 'entry') {
        if (entry !== undefined) feed.entries.push(entry)
        entry = undefined
      } else if (entry !== undefined) fill(entry, name, said)
      else if (name === 'title' && open.length <= 2) feed.title ||= said
      else if (name === 'language') feed.language ||= said
    },
  })
  return feed
}

/** The first of each is the entry's own; later ones belong to what it quotes. */
function fill(entry: Entry, name: string, said: string): void {
  if (name === 'title') entry.title ||= plain(said)
  else if (name === 'link' || name === 'guid' || name === 'id')
    entry.url ||= /^https?:/.test(said) || name === 'link' ? said : ''
  else if (name === 'pubDate' || name === 'published' || name === 'updated' || name === 'date')
    entry.date ||= said
  else if (name === 'description' || name === 'summary' || name === 'encoded' || name === 'content')
    entry.summary ||= plain(said)
}

function ofJson(text: string): Feed | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  const value = Object(tryParseJson(text).value)
  const version = Reflect.get(value, 'version')
  const items = Reflect.get(value, 'items')
  if (typeof version !== 'string' || !version.includes('jsonfeed.org') || !Array.isArray(items))
    return undefined
  const word = (of: unknown, name: string) => {
    const found = Reflect.get(Object(of), name)
    return typeof found === 'string' ? found : ''
  }
  return {
    title: word(value, 'title'),
    language: word(value, 'language'),
    entries: items.map((item: unknown) => ({
      title: plain(word(item, 'title')),
      url: word(item, 'url') || word(item, 'external_url'),
      date: word(item, 'date_published'),
      summary: plain(
        word(item, 'summary') || word(item, 'content_text') || word(item, 'content_html'),
      ),
    })),
  }
}

/** The text of HTML, in one line and bounded. */
function plain(html: string): string {
  let text = ''
  const isEnough = () => text.length > 4 * MAX_SUMMARY_CHARACTERS
  readHtml(html, { open: () => (text += ' '), text: (piece) => (text += piece) }, isEnough)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_SUMMARY_CHARACTERS ? `${line.slice(0, MAX_SUMMARY_CHARACTERS)}…` : line
}

function shown(
  entry: Omit<Entry, 'url'> & { url: string | undefined },
  format: PageFormat,
): string {
  const { title, url, date, summary } = entry
  const name = title || (url ?? '')
  const rest = [date, summary].filter((part) => part !== '').join(': ')
  switch (format) {
    case 'markdown':
      return `- ${url === undefined ? name : `[${name.replace(/[[\]\\]/g, '\\$&')}](${url})`}${rest && ` ${rest}`}`
    case 'text':
      return `${[name, url, rest].filter((part) => part !== undefined && part !== '').join('\n')}\n`
    case 'html':
      return `<p>${url === undefined ? Bun.escapeHTML(name) : `<a href="${Bun.escapeHTML(url)}">${Bun.escapeHTML(name)}</a>`} ${Bun.escapeHTML(rest)}</p>`
  }
}
