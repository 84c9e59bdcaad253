const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}
const ENTITY = /&(amp|lt|gt|nbsp|lrm|rlm);/g
/** WebVTT's tags that SRT has not: voices, classes, languages, ruby and times of words. */
const VTT_TAG = /<(?:\/?(?:c|v|lang|ruby|rt)(?:[.\s][^<>\n]{0,200})?|\d{1,6}:\d{2}[\d:.]{0,20})>/g
/** WebVTT allows classes in every tag. */
const CLASSED_TAG = /<([biu])\.[^<>\n]{0,200}>/g

/** The text of a WebVTT cue as SRT has it: no entities, and of the tags only bold, italic, underline. */
export function textOfVtt(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text
  return text
    .replace(VTT_TAG, '')
    .replace(CLASSED_TAG, '<$1>')
    .replace(ENTITY, (_, name: string) => ENTITIES[name] ?? '')
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
