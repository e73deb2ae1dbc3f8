import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentPalette, contrastOf, isReadableAccent, readableAccent } from '../src/accent-palette.ts'

const channels = ['00', '33', '66', '99', 'cc', 'ff']
const colors = channels.flatMap(red =>
  channels.flatMap(green => channels.map(blue => `#${red}${green}${blue}`)),
)

test('contrast is that of WCAG', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#777777', '#777777'), 1)
  assert.equal(contrastOf('#ffffff', '#767676').toFixed(2), '4.54')
})

test('every color has a readable one near it, whose shades are readable in both themes', () => {
  for (const wanted of colors) {
    const accent = readableAccent(wanted)
    assert.ok(isReadableAccent(accent), accent)
    if (isReadableAccent(wanted)) assert.equal(accent, wanted)
    const { shades, filledInDark, filledInDarkHover } = accentPalette(accent)
    assert.equal(shades.length, 10)
    assert.equal(shades[6], accent)
    for (const shade of shades.slice(0, 5)) assert.ok(contrastOf(shade, '#252423') >= 4.5, shade)
    for (const shade of shades.slice(6)) assert.ok(contrastOf(shade, '#ffffff') >= 4.5, shade)
    assert.ok(contrastOf(filledInDark, '#1d1c1b') >= 3, filledInDark)
    for (const shade of [filledInDark, filledInDarkHover])
      assert.ok(contrastOf(shade, '#ffffff') >= 4.5, shade)
  }
})
