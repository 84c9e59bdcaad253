import { useSignal } from '@preact/signals'
import { CopyButton } from '../../ui/copy.tsx'
import { count } from '../../ui/format.ts'
import { Icon, IconButton } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { safeLink } from '../../ui/markdown/safe-link.ts'
import { saveText } from '../../ui/save-text.ts'
import { ShowRest } from '../../ui/show-rest.tsx'
import { announce } from '../../ui/toast.tsx'
import { languageName } from '../transcribe/languages.ts'
import { AnswerTitle } from './answer-title.tsx'
import { AnswerView } from './answer-view.tsx'
import { type Asked, addressOf } from './asked.ts'
import { readPage, recentPages } from './calls.ts'
import { dayOf, fileName } from './facts.ts'
import { m } from './messages/en.ts'
import { OutLink } from './out-link.tsx'
import type { ScrapedPage } from './types.ts'
import { useAnswer } from './use-answer.ts'
import { siteOf } from './web-address.ts'

/** Longer pages are drawn whole when that is asked for. */
const FIRST_CHARACTERS = 60_000
const FIRST_LINKS = 100

/** A web page as clean text. */
export function WebPage({ asked }: { asked: Asked }) {
  const answer = useAnswer(
    addressOf(asked),
    recentPages,
    (signal) => readPage(asked, signal),
    () => announce(m.pageThere),
  )
  const doing =
    asked.render === 'always' ? m.drawing(siteOf(asked.url)) : m.reading(siteOf(asked.url))
  return (
    <AnswerView of={answer} asked={asked} doing={doing}>
      {(page) => <Article page={page} asked={asked} />}
    </AnswerView>
  )
}

function Article({ page, asked }: { page: ScrapedPage; asked: Asked }) {
  const { title, content, status, links, fetched_with: means } = page
  const isSource = useSignal(false)
  const name = title ?? siteOf(page.final_url)
  return (
    <article class="video-answer" aria-label={name}>
      <header class="answer-head">
        <AnswerTitle text={name} />
        <p class="quiet small">
          <Facts page={page} />
        </p>
      </header>
      {status >= 400 && (
        <p class="notice bad" role="status">
          {m.errorPage(status)}
        </p>
      )}
      <p class="quiet small">
        {means === 'browser' ? m.drawn : m.asSent} {page.note !== null && `${page.note}. `}
        {means === 'http' && <DrawLink asked={asked} />}
      </p>
      {content === '' ? (
        <p class="notice">{m.noText}</p>
      ) : (
        <>
          <div class="actions answer-tools">
            <div class="actions">
              {[
                { label: m.preview, is: false },
                { label: 'Markdown', is: true },
              ].map(({ label, is }) => (
                <button
                  key={label}
                  type="button"
                  class="chip"
                  aria-pressed={isSource.value === is}
                  onClick={() => {
                    isSource.value = is
                  }}
                >
                  {label}
                </button>
              ))}
            </div>
            <span class="tools-gap" />
            <IconButton
              icon="download"
              label={m.downloadMarkdown}
              title={m.downloadMarkdown}
              onPress={() =>
                saveText(`${fileName(name)}.md`, 'text/markdown', wholeFile(page, name))
              }
            />
            <CopyButton text={() => content} label={m.copyMarkdown} />
          </div>
          <Content text={content} isSource={isSource.value} />
        </>
      )}
      {links.length > 0 && <Links links={links} />}
    </article>
  )
}

function Facts({ page }: { page: ScrapedPage }) {
  const { byline, site_name: site, published_at: at, language, image, final_url: url } = page
  const facts = [
    byline,
    site,
    at === null ? null : dayOf(at),
    language === null ? null : languageName(language),
  ].filter((one) => one !== null && one !== '')
  return (
    <>
      {facts.map((one) => `${one} · `)}
      <OutLink href={url}>{siteOf(url)}</OutLink>
      {image !== null && safeLink(image) !== undefined && (
        <>
          {' · '}
          <OutLink href={image}>{m.picture}</OutLink>
        </>
      )}
    </>
  )
}

/** The same page, with a browser that runs its scripts. */
function DrawLink({ asked }: { asked: Asked }) {
  return <a href={addressOf({ ...asked, render: 'always' })}>{m.drawIt}</a>
}

function Content({ text, isSource }: { text: string; isSource: boolean }) {
  const isWhole = useSignal(text.length <= FIRST_CHARACTERS)
  // At the end of a line, so that no mark is cut.
  const cut = text.lastIndexOf('\n', FIRST_CHARACTERS)
  const shown = isWhole.value ? text : text.slice(0, cut > 0 ? cut : FIRST_CHARACTERS)
  return (
    <>
      {isSource ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <pre class="snippet answer-source" tabIndex={0} dir="auto">
          {shown}
        </pre>
      ) : (
        <div class="card answer-preview">
          <Markdown text={shown} />
        </div>
      )}
      <ShowRest isWhole={isWhole}>
        <Icon name="down" /> {m.showRest(text.length - shown.length)}
      </ShowRest>
    </>
  )
}

function Links({ links }: { links: ScrapedPage['links'] }) {
  const isWhole = useSignal(links.length <= FIRST_LINKS)
  const shown = isWhole.value ? links : links.slice(0, FIRST_LINKS)
  return (
    <details class="answer-links">
      <summary>{m.linksFound(count(links.length))}</summary>
      <ul class="rows">
        {shown.map(({ url, text }, index) => (
          <li class="row" key={index}>
            <span class="grow">
              <OutLink href={url}>{text.trim() === '' ? url : text}</OutLink>
              <small class="one-line">{url}</small>
            </span>
            <a
              class="button plain"
              href={addressOf({ url, action: 'page' })}
              aria-label={m.readOne(text.trim() === '' ? url : text)}
            >
              {m.buttons.page}
            </a>
          </li>
        ))}
      </ul>
      <ShowRest isWhole={isWhole}>{m.showLinks(links.length)}</ShowRest>
    </details>
  )
}

/** With where it is from, for anyone who finds the file later. */
function wholeFile(
  { content, byline, published_at: at, final_url: url }: ScrapedPage,
  name: string,
) {
  const facts = [byline, at === null ? null : dayOf(at), `<${url}>`].filter(
    (one) => one !== null && one !== '',
  )
  const head = content.startsWith('# ') ? '' : `# ${name}\n\n`
  return `${head}${facts.join(' · ')}\n\n${content.trim()}\n`
}
