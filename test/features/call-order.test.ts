import { expect, test } from 'bun:test'
import { CallOrder, JsonEnd } from '../../src/features/chat/http/messages/message-writer.ts'

/** How many characters of a text come before it is whole; undefined where it never is. */
function wholeAfter(text: string): number | undefined {
  const end = new JsonEnd()
  const at = [...text].findIndex((sign) => {
    end.add(sign)
    return end.isReached
  })
  return at === -1 ? undefined : at + 1
}

test('JsonEnd finds the end of an object, whatever its strings hold', () => {
  const objects = [
    '{}',
    ' {"a":{"b":[{}]}}',
    '{"a":"}","b":"\\"}"}',
    '{"a":"\\\\"}',
    '{"\\u007d":1}',
  ]
  for (const text of objects) {
    expect(wholeAfter(text)).toBe(text.length)
    expect(wholeAfter(`${text}\n`)).toBe(text.length)
    expect(wholeAfter(text.slice(0, -1))).toBeUndefined()
    const end = new JsonEnd()
    end.add(text)
    expect(end.isReached).toBe(true)
  }
  for (const text of ['', ' ', '"}"', 'null']) expect(wholeAfter(text)).toBeUndefined()
})

test('CallOrder takes long calls whose pieces come in turns without reading them again and again', () => {
  const order = new CallOrder()
  const pieces = 60_000
  const piece = (call: number, text: string, isFirst = false) => ({
    ...{ call, isFirst, id: `call_${call}`, name: 'write', arguments: text },
  })
  const started = process.cpuUsage()
  const written = [0, 1].flatMap((call) => order.add(piece(call, '{"text":"', true)))
  for (let at = 0; at < pieces; at += 1)
    for (const call of [0, 1]) written.push(...order.add(piece(call, `${'x'.repeat(60)}}`)))
  for (const call of [0, 1]) written.push(...order.add(piece(call, '"}')))
  const { user, system } = process.cpuUsage(started)
  const text = (call: number) =>
    written.flatMap((one) => (one.call === call ? [one.arguments] : [])).join('')
  expect(text(0)).toBe(`{"text":"${`${'x'.repeat(60)}}`.repeat(pieces)}"}`)
  expect(text(1)).toBe(text(0))
  expect(written.map(({ isFirst }) => isFirst).filter(Boolean)).toHaveLength(2)
  // Some hundred milliseconds; minutes where each piece reads all that came before it.
  expect((user + system) / 1e6).toBeLessThan(10)
})
