import { decodeEntities } from '../../platform/subprocess.ts'

/** A reference to `<` that would become a tag, which SRT cannot escape. */
const TAG_AS_TEXT =
  /&(?:lt|#0{0,9}60|#x0{0,9}3c);(?=\/?(?:b|i|u|s|em|strong|font|span|c|v|lang|ruby|rt)\b)/gi
/** WebVTT's tags that SRT has not: voices, classes, languages, ruby and times of words. */
const VTT_TAG = /<(?:\/?(?:c|v|lang|ruby|rt)(?:[.\s][^<>\n]{0,200})?|\d{1,6}:\d{2}[\d:.]{0,20})>/g
/** WebVTT allows classes in every tag. */
const CLASSED_TAG = /<([biu])\.[^<>\n]{0,200}>/g

/**
 * The text of a WebVTT cue as SRT has it: no character references, and of the tags only bold, italic,
 * underline.
 */
export function textOfVtt(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text
  const plain = text.replace(VTT_TAG, '').replace(CLASSED_TAG, '<$1>')
  return decodeEntities(plain.replace(TAG_AS_TEXT, '<\u200b'))
}

const KNOWN_TAG = /<\/?[biu]>/gi
/** What SRT files have and WebVTT has not: fonts, other tags of HTML and the codes of SubStation. */
const SRT_ONLY = /<\/?(?:font|span|s|em|strong)(?:\s[^<>\n]{0,200})?>|\{\\[^{}\n]{0,200}\}/gi

/** The text of a cue as WebVTT has it. */
export function textToVtt(text: string): string {
  const kept = text.replace(SRT_ONLY, '')
  if (!/[&<>]/.test(kept)) return kept
  let escaped = ''
  let end = 0
  for (const { 0: tag, index } of kept.matchAll(KNOWN_TAG)) {
    escaped += escapedText(kept.slice(end, index)) + tag.toLowerCase()
    end = index + tag.length
  }
  return escaped + escapedText(kept.slice(end))
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
