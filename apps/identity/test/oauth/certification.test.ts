import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Titles as the file writes them; `${name}` stands for a text that the file has too. */
function hasTest(file: string, title: string) {
  const [path = ''] = globSync(`*/${file}.test.ts`, { cwd: fileURLToPath(new URL('..', import.meta.url)) })
  const source = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replace(
    /(?:test|longTest)\(\s*/g,
    'test(',
  )
  if (source.includes(`test('${title}'`)) return true
  const templates = [...source.matchAll(/test\(`([^`]+)`/g)].map(([, template = '']) => template)
  return templates.some(template => {
    const pattern = template.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\{\w+\}/g, '(.+)')
    const found = title.match(new RegExp(`^${pattern}$`))
    return found?.slice(1).every(part => source.includes(`'${part}'`)) ?? false
  })
}

test('the certification checklist names tests that exist', () => {
  const guide = readFileSync(new URL('../../../../docs/openid.md', import.meta.url), 'utf8')
  const rows = [...guide.matchAll(/^\| (oidcc-[^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
  assert.ok(rows.length > 40)
  for (const [, name = '', checks = ''] of rows) {
    const named = [...checks.matchAll(/([\w-]+) “([^”]+)”(?:; |$)/g)]
    assert.equal(named.map(([text]) => text).join(''), checks, name)
    for (const [, file = '', title = ''] of named) assert.ok(hasTest(file, title), `${file}: ${title}`)
  }
})
