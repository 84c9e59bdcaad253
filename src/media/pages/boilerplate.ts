import type { PageDocument, PageElement } from './dom.ts'

/** Words in the classes and ids of what stands around and amid a text on most sites. */
const AROUND = new RegExp(
  `-(?:${[
    'newsletter|sign-?up|subscri(?:be|ption|bers?)|paywall|promo(?:tion)?|advert\\w*|ads?|sponsored|skip-link|consent|gdpr',
    'related|recommend\\w*|recirc\\w*|read-(?:also|more|next)|also-read|see-also|lesen-sie-auch|more-(?:stories|articles|news|posts)|you-may-(?:also-)?like|similar|most-(?:read|popular)|trending|up-next|also-bought|empfehlungen|outbrain|taboola',
    'author-(?:box|bio|info|card)|about-(?:the-)?author|share|sharing|share-\\w+|sharedaddy|social|social-\\w+|pull-?quote|links-block|copyright',
    'comments?|comment-(?:header|meta|author|actions)|comhead|comment-?list|disqus\\w*|respond|votes?|user-info|post-?(?:meta|metadata|menu|nav|navigation|tags)|entry-(?:meta|footer)|tag-?(?:list|cloud)|tags',
    'breadcrumbs?|pagination|toc|table-of-contents|edit-?section|nav-?box|cat-?links|site-sub',
  ].join('|')})-`,
)
/** Of a page they may leave no less than so many characters of text, nor be more than this share of it. */
const MIN_TEXT_CHARACTERS = 200
const MAX_SHARE = 0.5
const COMMENTS =
  /-(?:comments?(?!-(?:header|meta|author|actions))|comment-?list|disqus\w*|respond)-/
const MIN_TEASERS = 3
const MAX_TEASERS = 500
const MAX_TEASER_CHARACTERS = 600
const MIN_PARAGRAPH_CHARACTERS = 80
/** Attributes that tell what an element is for. */
const NAMES = ['class', 'id', 'data-component', 'data-testid']
const CANDIDATES = ['nav, [role="navigation"]', ...NAMES.map((name) => `[${name}]`)].join(', ')
const NEVER = new Set(['html', 'body', 'main', 'article', 'h1', 'h2', 'pre', 'code'])
/** What asks for consent, and the button with which it is given. */
const CONSENT =
  /cookie|consent|gdpr|privacy|datenschutz|einwillig|confidentialit|privacidad|partners/gi
const AGREE =
  /\b(?:accept|agree|allow|reject|got it|ok|akzeptieren|zustimmen|einverstanden|ablehnen|accepter|refuser|aceptar|rechazar|accetta|rifiuta|accepteren)\b/i
const MAX_LABEL_CHARACTERS = 40
/** Paragraphs that offer a newsletter or a subscription, and say on what terms. */
const OFFER = /\b(?:sign up|subscrib|newsletter|inscri|abonn|iscri)/i
const TERMS =
  /\b(?:inbox|email address|e-mail-adresse|privacy policy|terms of (?:service|use)|unsubscribe|datenschutzerklärung|politique de confidentialité|política de privacidad|cancel anytime)\b/i
const MAX_OFFER_CHARACTERS = 500
const MAX_BUTTONS = 50
const MAX_CONSENT_CHARACTERS = 5_000
const MIN_CONSENT_WORDS = 2

/**
 * Takes away what asks for consent, and what surrounds and interrupts a text, where text is left.
 *
 * @param html What the document was made of
 */
export function removeBoilerplate(document: PageDocument, html: string): void {
  // To look at each button takes longer.
  if (html.search(CONSENT) >= 0) removeConsent(document)
  if (saysArticle(document)) removeTeasers(document)
  const around = [...document.querySelectorAll(CANDIDATES)].filter(
    (one) => !NEVER.has(one.localName ?? '') && (isNavigation(one) || AROUND.test(namesOf(one))),
  )
  const comments = new Set(around.filter((one) => COMMENTS.test(namesOf(one))))
  const keepsComments = !isBesideComments(document, comments)
  if (keepsComments) hideNames(document)
  const removed = new Set<PageElement>()
  let left = lengthOf(document.body)
  const paragraphs = TERMS.test(html) ? [...document.querySelectorAll('p')] : []
  for (const paragraph of paragraphs) {
    const text = paragraph.textContent
    const isOffer = text.length <= MAX_OFFER_CHARACTERS && OFFER.test(text) && TERMS.test(text)
    if (isOffer && left - text.length >= MIN_TEXT_CHARACTERS) paragraph.remove()
  }
  for (const element of around) {
    const isComment = comments.has(element)
    if (isWithin(element.parentElement, removed) || (isComment && keepsComments)) continue
    if (element.querySelector('h1') !== null) continue
    const length = lengthOf(element)
    const share = isComment || isNavigation(element) ? 1 : MAX_SHARE
    if (length > share * left || left - length < MIN_TEXT_CHARACTERS) continue
    left -= length
    removed.add(element)
    element.remove()
  }
}

/** The search for the main text leaves out what is called so. */
function hideNames(document: PageDocument): void {
  for (const name of ['class', 'id'])
    for (const element of [...document.querySelectorAll(`[${name}*="omment"]`)])
      element.removeAttribute(name)
}

function isNavigation(element: PageElement): boolean {
  return element.localName === 'nav' || element.getAttribute('role') === 'navigation'
}

/** Whether there is a text that the comments are about. */
function isBesideComments(document: PageDocument, comments: ReadonlySet<PageElement>): boolean {
  const outer = [...comments].filter((one) => !isWithin(one.parentElement, comments))
  const inComments = outer.reduce((sum, one) => sum + lengthOf(one), 0)
  if (saysArticle(document) || inComments === 0) return true
  const articles = [...document.querySelectorAll('article')]
  if (articles.some((one) => !isWithin(one, comments))) return true
  // Comments that are longer than the rest are what the page is about.
  return lengthOf(document.body) - inComments >= inComments
}

function isWithin(element: PageElement | null, outer: ReadonlySet<PageElement>): boolean {
  for (let one = element; one !== null; one = one.parentElement) if (outer.has(one)) return true
  return false
}

function saysArticle(document: PageDocument): boolean {
  const type = document.querySelector('meta[property="og:type"]')?.getAttribute('content')
  return type === 'article' && document.querySelector('h1') !== null
}

/** Rows of short elements with a heading that is a link, beside paragraphs that are not in them. */
function removeTeasers(document: PageDocument): void {
  const rows = new Map<PageElement, Set<PageElement>>()
  const links = 'h2 a[href], h3 a[href], h4 a[href], a[href] h2, a[href] h3, a[href] h4'
  for (const link of [...document.querySelectorAll(links)].slice(0, MAX_TEASERS)) {
    const teaser = teaserOf(link)
    const row = teaser?.parentElement
    if (teaser !== undefined && row) rows.set(row, (rows.get(row) ?? new Set()).add(teaser))
  }
  const found = [...rows.values()].filter(({ size }) => size >= MIN_TEASERS)
  const teasers = new Set(found.flatMap((row) => [...row]))
  const left = [...document.querySelectorAll('p')]
    .filter((one) => one.closest('header, footer, nav, aside') === null && !isWithin(one, teasers))
    .map(lengthOf)
    .filter((length) => length >= MIN_PARAGRAPH_CHARACTERS)
    .reduce((sum, length) => sum + length, 0)
  if (left >= MIN_TEXT_CHARACTERS) for (const teaser of teasers) teaser.remove()
}

/** What the link stands in, if there are others of its kind beside it. */
function teaserOf(link: PageElement): PageElement | undefined {
  for (let one = link.parentElement; one !== null; one = one.parentElement) {
    if (one.localName === 'body' || lengthOf(one) > MAX_TEASER_CHARACTERS) return undefined
    const { localName } = one
    const kind = one.getAttribute('class')
    let same = 0
    for (const other of one.parentElement?.children ?? [])
      if (other.localName === localName && other.getAttribute('class') === kind) same += 1
    if (same >= MIN_TEASERS) return one
  }
  return undefined
}

function removeConsent(document: PageDocument): void {
  const buttons = [...document.querySelectorAll('button, a, [role="button"], input')]
    .filter((one) => {
      const label = one.getAttribute('value') ?? one.textContent
      return label.length <= MAX_LABEL_CHARACTERS && AGREE.test(label)
    })
    .slice(0, MAX_BUTTONS)
  for (const button of buttons) consentOf(button)?.remove()
}

/** The largest element around a button that does nothing but ask. */
function consentOf(button: PageElement): PageElement | undefined {
  let found: PageElement | undefined
  for (let one = button.parentElement; one !== null; one = one.parentElement) {
    if (NEVER.has(one.localName ?? '')) break
    if (one.querySelector('h1, main, article, nav') !== null) break
    const text = one.textContent
    if (text.length > MAX_CONSENT_CHARACTERS) break
    if ((text.match(CONSENT)?.length ?? 0) >= MIN_CONSENT_WORDS) found = one
  }
  return found
}

/** In one form: `-entry-content-post-7-` for `entryContent post_7`. */
function namesOf(element: PageElement): string {
  const names = NAMES.map((name) => element.getAttribute(name) ?? '')
  return `-${names
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')}-`
}

function lengthOf(element: PageElement): number {
  return element.textContent.replace(/\s+/g, ' ').length
}
