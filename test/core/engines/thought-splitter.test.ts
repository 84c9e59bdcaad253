import { expect, test } from 'bun:test'
import { ThoughtSplitter } from '../../../src/core/engines/thought-splitter.ts'

/** Answers with what is thought in them and what is text. */
const ANSWERS: [string, string, string][] = [
  ['<think>Two and two</think>\n\nFour.', 'Two and two', 'Four.'],
  ['\n<thinking>\nA < b\n</thinking>Yes', '\nA < b\n', 'Yes'],
  ['<thought>a</think>b</thought> c', 'a</think>b', 'c'],
  ['<reasoning>never closed </reason', 'never closed </reason', ''],
  ['<THINK>loud</Think>quiet', 'loud', 'quiet'],
  ['<think></think>Plain', '', 'Plain'],
  ['Text with <think>a tag</think> in it', '', 'Text with <think>a tag</think> in it'],
  ['<thin', '', '<thin'],
  ['<thimble> is no tag', '', '<thimble> is no tag'],
  ['  spaced', '', '  spaced'],
]

test('an answer is split the same wherever its pieces are cut', () => {
  for (const [answer, thoughts, text] of ANSWERS)
    for (let cut = 0; cut <= answer.length; cut += 1)
      for (const pieces of [[answer.slice(0, cut), answer.slice(cut)], [...answer]])
        expect([answer, cut, ...split(pieces)]).toEqual([answer, cut, thoughts, text])
})

function split(pieces: readonly string[]): [string, string] {
  const splitter = new ThoughtSplitter()
  const parts = [...pieces.map((piece) => splitter.add(piece)), splitter.end()]
  return [parts.map((part) => part.thoughts).join(''), parts.map((part) => part.text).join('')]
}
