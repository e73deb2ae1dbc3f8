import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Member } from '@atrium/tasks/projects/member.contract'
import fc from 'fast-check'
import { readableText, wordDifference } from '../src/features/tasks/difference/word-difference.ts'

function marked(before: string, after: string) {
  const marks = { added: ['[', ']'], removed: ['{', '}'] }
  return wordDifference(before, after)
    ?.map(({ text, change }) => (change ? marks[change].join(text) : text))
    .join('')
}

test('whole words are added and removed', () => {
  assert.equal(marked('Print ten posters', 'Print twenty posters'), 'Print {ten}[twenty] posters')
  assert.equal(marked('', 'New'), '[New]')
  assert.equal(marked('Печать в понедельник', 'Печать во вторник'), 'Печать {в}[во] {понедельник}[вторник]')
})

test('the difference contains both texts', () => {
  const words = fc.array(fc.constantFrom('one', 'two', 'три', '\n', ' ', ',', '😀')).map(all => all.join(''))
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = wordDifference(before, after) ?? []
      const without = (change: string) =>
        parts
          .filter(part => part.change !== change)
          .map(({ text }) => text)
          .join('')
      assert.deepEqual([without('added'), without('removed')], [before, after])
    }),
  )
})

test('Markdown is compared by its text', () => {
  const members = [{ userId: 5, user: { name: 'Nina', surname: 'Berg', email: null } }] as Member[]
  const text = '## Plan\n\nAsk **@[5]** or [her](https://example.org)\n\n- `one`\n- two\n\n```\ncode\n```'
  assert.equal(readableText(text, members), 'Plan\nAsk @Nina Berg or her\n• one\n• two\ncode')
  assert.equal(readableText('**bold**'), readableText('bold'))
})
