import { spaced } from '../../core/search-expression.ts'
import { sha256 } from '../../platform/ids.ts'

/** Words of a question that are looked at. */
const MAX_QUERY_WORDS = 32
const WORD = /[\p{L}\p{M}\p{N}\p{Co}]+/gu

/** Endings of English, German and French words, of which a stem of so many letters remains. */
const ENDINGS: readonly (readonly [minStem: number, pattern: RegExp])[] = [
  [3, /(?:ees|ee|ers|ern|em|es|ez|ed|ing|ings|ung|e)$/],
  [
    4,
    /(?:en|er|ait|aient|ment|ments|ement|ements|ness|heit|keit|lich|isch|ation|ations|ant|ante)$/,
  ],
]
const PLURAL = /(?<=..[^s])s$/
/** The end of a word that these look at; the longest ending has six letters. */
const TAIL_CHARACTERS = 12
const DOUBLED = /([bdfglmnprt])\1$/

/** Words that are in most texts and say nothing of what is asked for. */
const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be because been but by can could did do does for from
  had has have he her his how i if in into is it its me my no not of on or our she so some than that the
  their them then there these they this to up us was we were what when where which who why will with
  would you your
  aber alle als am an auch auf aus bei beim bin bis das dass dein dem den der des dich die dir du durch
  ein eine einem einen einer eines er es euch fur gibt hat hatte ich ihr im in ist kann kein keine man
  mein meine mich mir mit muss nach nicht noch nur oder sein seine sich sie sind so uber um und uns unser
  unsere vom von vor wann war was wenn wer werden wie wieviel wir wird wo zu zum zur
  au aux avec ce ces cette comment dans de des du elle en est et eu il ils je la le les leur lui ma mais
  mes moi mon ne nos notre nous on ou par pas pour qu quand que quel quelle quelles quels qui sa sans se
  ses son sont sur ta tes toi ton tu un une vos votre vous`.split(/\s+/),
)

/** What the index has of a piece; the same for the same piece, as its deletion needs it again. */
export interface IndexedWords {
  /** Selects the collection. */
  scope: string
  words: string
  stems: string
}

/** @param text The title, the headings and the piece itself */
export function indexedWords(collectionId: string, text: string): IndexedWords {
  const words = spaced(text)
  const stems = words.match(WORD)?.map(stemOf).join(' ') ?? ''
  return { scope: scopeWord(collectionId), words, stems }
}

/**
 * An FTS5 expression for pieces of some collections with any of the words of a question, in any of
 * their forms; more and rarer words rank higher. Words are quoted, so that no operator is in them.
 *
 * @param collectionIds At least one
 * @param isTyped Whether the last word may only be the beginning of one
 * @returns undefined for a question without a word
 */
export function knowledgeExpression(
  collectionIds: readonly string[],
  question: string,
  { isTyped }: { isTyped: boolean },
): string | undefined {
  const words = questionWords(question)
  if (words.length === 0) return undefined
  const terms = words.flatMap((word, index) => {
    const phrase = spaced(word).trim()
    const isBeginning = isTyped && index === words.length - 1
    return [`words : "${phrase}"${isBeginning ? ' *' : ''}`, `stems : "${stemsOf(phrase)}"`]
  })
  const scopes = collectionIds.map((id) => `"${scopeWord(id)}"`).join(' OR ')
  return `scope : (${scopes}) AND (${terms.join(' OR ')})`
}

/** The words that a question is about; all of them where it has no other ones. */
export function questionWords(question: string): string[] {
  const all = [...new Set(question.match(WORD))].slice(0, MAX_QUERY_WORDS)
  const telling = all.filter((word) => !STOP_WORDS.has(fold(word)))
  return telling.length === 0 ? all : telling
}

/** The share of the words of a question that a text has, in any of their forms. */
export function coverageOf(question: string, text: string): number {
  const stems = (some: string) => indexedWords('', some).stems.split(' ')
  const there = new Set(stems(text))
  const asked = [...new Set(stems(questionWords(question).join(' ')))]
  return asked.filter((stem) => there.has(stem)).length / asked.length
}

function stemsOf(phrase: string): string {
  return phrase.match(WORD)?.map(stemOf).join(' ') ?? ''
}

/**
 * A word without its endings. The same for English, German and French, so that no language has to be
 * known: what matters is that forms of one word become equal, not that the stem is one.
 */
export function stemOf(word: string): string {
  const folded = fold(word)
  if (folded.length < 4 || /\p{N}/u.test(folded)) return folded
  const whole = folded.replace(/ies$/, 'i')
  // Looks at the end alone: a search of the whole for each of the endings of a long word takes too long.
  let end = whole.length
  const lengthWithout = (ending: RegExp) => {
    const tail = whole.slice(Math.max(0, end - TAIL_CHARACTERS), end)
    return end - tail.length + tail.replace(ending, '').length
  }
  for (let before = -1; before !== end; ) {
    before = end
    end = lengthWithout(PLURAL)
    for (const [minStem, pattern] of ENDINGS) {
      const shorter = lengthWithout(pattern)
      if (shorter >= minStem) end = shorter
    }
  }
  const stem = whole.slice(0, end)
  return stem.replace(DOUBLED, '$1').replace(/y$/, 'i')
}

/** As the tokenizer of the index folds words, and with German’s ß as ss. */
function fold(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}

/** One word for the tokenizer of FTS5. */
function scopeWord(collectionId: string): string {
  return sha256(collectionId).slice(0, 32)
}
