import { absoluteUrl, type PageDocument, type PageElement } from './dom.ts'

/** What a reader does not see, or what would do something. */
export const UNREAD =
  'script, style, noscript, template, iframe, object, embed, form, input, button, select, textarea, link, meta, svg, canvas'
/** Advertising amid the text, as the usual networks mark it. */
const ADVERTISING =
  '.advertisement, .ad-slot, .adsbygoogle, [id^="div-gpt-ad"], [id^="google_ads"], [aria-label="Advertisement"]'
/**
 * What lies over a page until its visitor has agreed to something: the elements of the usual consent
 * managers, and dialogs that say what they are for.
 */
const OVERLAYS = [
  '#onetrust-consent-sdk, #onetrust-banner-sdk, #CybotCookiebotDialog, #usercentrics-root, #didomi-host',
  '#cookie-law-info-bar, #cookie-notice, #truste-consent-track, #cmpbox, #qc-cmp2-container, #gdpr-consent-tool-wrapper',
  '.cc-window, .cookie-banner, .cookie-consent, .cookie-notice, .cookie-overlay, .consent-wall, .fc-consent-root, .osano-cm-window',
  '[id^="sp_message_container"], [class*="cookie-banner"], [class*="cookie-consent"], [id*="cookie-banner"], [id*="cookie-consent"]',
  '[role="dialog"][aria-label*="cookie"], [role="dialog"][aria-label*="Cookie"], [role="dialog"][aria-label*="consent"], [role="dialog"][aria-label*="Consent"]',
].join(', ')
const ADDRESSES = ['href', 'src', 'poster', 'cite']
/** Attributes that say something. */
const KEPT = new Set(
  'alt title lang dir colspan rowspan scope start value datetime data-language'.split(' '),
)
/** A picture may be in the page itself. */
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);/i
/** How highlighters name the language of code. */
const LANGUAGE = /(?:^|\s)(?:language|lang|highlight-source|brush:)[-\s]*([\w+#.-]{1,30})/i
/** They show where a line may be broken, and nothing else. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g

/** Words of those selectors: to ask for all of them takes longer. */
const HINTS =
  /cookie|consent|onetrust|usercentrics|didomi|truste|cmp|osano|sp_message|cc-window|fc-consent|adverti|ad-slot|adsby|gpt-ad|google_ads/i

/** Takes away what lies over the text and interrupts it, unless there is nothing else. */
export function removeOverlays(document: PageDocument, html: string): void {
  if (!HINTS.test(html)) return
  const { body } = document
  const overlays = [...document.querySelectorAll(`${OVERLAYS}, ${ADVERTISING}`)].filter(
    (one) => !one.contains(body),
  )
  if (overlays.length === 0) return
  const before = body.innerHTML
  for (const overlay of overlays) overlay.remove()
  if (body.textContent.trim() === '') body.innerHTML = before
}

/** Leaves nothing that runs or loads more than a picture, and makes addresses absolute. */
export function clean(root: PageElement, baseUrl: string): void {
  for (const element of [...root.querySelectorAll(UNREAD)]) element.remove()
  for (const code of root.querySelectorAll('pre')) nameLanguage(code)
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const lower = name.toLowerCase()
      if (ADDRESSES.includes(lower)) {
        const url = absoluteUrl(value, baseUrl)
        if (url !== undefined) element.setAttribute(name, url)
        else if (!(lower === 'src' && PICTURE.test(value))) element.removeAttribute(name)
      } else if (!KEPT.has(lower)) element.removeAttribute(name)
    }
  }
}

/** Without characters that are not to be seen, which break the search for words. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

function nameLanguage(code: PageElement): void {
  for (const element of [code.querySelector('code'), code, code.parentElement]) {
    const [, language] = LANGUAGE.exec(element?.getAttribute('class') ?? '') ?? []
    const named = language ?? element?.getAttribute('data-lang') ?? undefined
    if (named === undefined || !/^[\w+#.-]{1,30}$/.test(named)) continue
    code.setAttribute('data-language', named.toLowerCase())
    return
  }
}
