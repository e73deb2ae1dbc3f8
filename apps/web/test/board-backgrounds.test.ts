import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { contrastOf } from '@atrium/core/accent-palette'
import { boardBackgrounds } from '@atrium/tasks/boards/board.contract'
import { theme } from '@atrium/ui/theme'

const css = readFileSync(new URL('../src/features/boards/board-background.css', import.meta.url), 'utf8')
const tints = new Map(
  [...css.matchAll(/="(\w+)"\] \{\s*--board-tint: (#\w{6})/g)].map(([, name = '', tint = '']) => [
    name,
    tint,
  ]),
)
const share = (pattern: RegExp) => Number(css.match(pattern)?.[1]) / 100
const tintShare = share(/var\(--board-tint\) (\d+)%/)
const dimmedShare = share(/var\(--mantine-color-text\) (\d+)%/)
const { gray = [], dark = [], cobalt = [] } = theme.colors ?? {}
const schemes = {
  light: { canvas: gray[0], text: theme.black, link: cobalt[6] },
  dark: { canvas: dark[8], text: dark[0], link: cobalt[4] },
}

test('each background has a tint', () => {
  assert.deepEqual([...tints.keys()].sort(), [...boardBackgrounds].sort())
})

for (const [scheme, { canvas = '', text = '', link = '' }] of Object.entries(schemes))
  test(`all text on a background can be read in the ${scheme} theme`, () => {
    for (const [name, tint] of tints) {
      const background = mixed(tint, canvas, tintShare)
      const dimmed = mixed(text, background, dimmedShare)
      for (const [kind, color] of Object.entries({ text, dimmed, link })) {
        const contrast = contrastOf(color, background)
        assert.ok(contrast >= 4.5, `${kind} on ${name} has a contrast of ${contrast}`)
      }
    }
  })

/** Mixes as `color-mix` in sRGB does. */
function mixed(one: string, other: string, share: number) {
  const channels = [1, 3, 5].map(at => {
    const [a, b] = [one, other].map(color => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number]
    return Math.round(a * share + b * (1 - share))
  })
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}
