import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { theme } from '@atrium/ui/theme'

const styles = readFileSync(new URL('../shell.css', import.meta.url), 'utf8')
const built = new URL('../dist/index.html', import.meta.url)

test('the outlines have the colors of the theme', () => {
  const { gray = [], dark = [] } = theme.colors ?? {}
  const [light = '', rest = ''] = styles.split('[data-mantine-color-scheme="dark"]')
  assert.deepEqual(colorsIn(light), {
    canvas: gray[0],
    surface: '#fff',
    line: gray[2],
    outline: gray[3],
    name: '#000',
  })
  assert.deepEqual(colorsIn(rest), {
    canvas: dark[8],
    surface: dark[7],
    line: dark[5],
    outline: dark[4],
    name: '#fff',
  })
})

function colorsIn(rules: string) {
  return Object.fromEntries(
    Array.from(rules.matchAll(/--(\w+): (#\w+);/g), ([, name = '', color = '']) => [name, color]),
  )
}

test('nothing that is requested delays the outlines', {
  skip: !existsSync(built) && 'the web application is not built',
}, () => {
  const page = readFileSync(built, 'utf8')
  const [before = ''] = page.split('<div id="shell"')
  assert.match(before, /<style>#shell/)
  assert.doesNotMatch(before, /rel="stylesheet"|<script src/)
  assert.match(page, /<\/main>[\s\S]*<link rel="stylesheet"/)
})
