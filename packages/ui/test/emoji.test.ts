import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emojiGroups, emojiName, findEmoji } from '../src/emoji/emoji.ts'

const all = emojiGroups.flatMap(({ emoji }) => emoji)

test('every emoji is one symbol with a shortcode of its own and a name in both languages', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const emoji of all) {
    const { symbol, shortcode } = emoji
    assert.equal([...segmenter.segment(symbol)].length, 1, shortcode)
    assert.match(symbol, /\p{Extended_Pictographic}/u)
    assert.match(shortcode, /^[a-z0-9_]+$/)
    assert.match(emojiName(emoji, 'ru'), /^[а-яё ]+$/, `${shortcode}: without capitals`)
    assert.equal(emojiName(emoji, 'xx'), shortcode.replaceAll('_', ' '))
  }
  assert.equal(new Set(all.map(({ symbol }) => symbol)).size, all.length)
  assert.equal(new Set(all.map(({ shortcode }) => shortcode)).size, all.length)
})

test('emoji are found by the start of a word in both languages, the shortcode first', () => {
  const found = (search: string) => findEmoji(search, 3).map(({ symbol }) => symbol)
  assert.equal(found('smile')[0], '😄')
  assert.equal(found('+1')[0], '👍')
  assert.deepEqual(found('Ракета'), ['🚀'])
  assert.ok(found('праздник').includes('🎉'))
  assert.deepEqual(found('день рожд'), ['🎂'])
  assert.deepEqual(findEmoji('zzzzz'), [])
  assert.equal(findEmoji('s', 5).length, 5)
})
