import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { languageCodes } from '@atrium/core/languages'

const root = new URL('../../../', import.meta.url)
const others = languageCodes.filter(code => code !== 'en')

/** Code that knows a language other than English, and why it may. */
const allowed: Record<string, string> = {
  'packages/core/src/languages.ts': 'the table of languages',
  'packages/ui/src/language.ts': 'a letter of each part of the font',
  'packages/mail/src/render-email.ts': 'the footer of emails has a second text in the API',
  'packages/ui/src/shell/notice-banners.tsx': 'notices have a second text in the API',
  'packages/testing/src/catalogues.ts': 'checks the shipped languages',
  'apps/tasks/src/projects/project-key.contract.ts': 'the letters of project keys',
}

test('texts and words of a language are in its folder only', () => {
  const files = globSync(['{apps,packages}/*/src/**/*.{ts,tsx,css,html,js}', 'apps/*/*.{js,html}'], {
    cwd: root,
  })
  const shipped = files.filter(file => !/^packages\/texts\/src\/[^/]+\//.test(file))
  assert.ok(shipped.length > 500)
  const found = shipped.filter(file => knowsLanguage(readFileSync(new URL(file, root), 'utf8')))
  assert.deepEqual(found.sort(), Object.keys(allowed).sort())
})

/** Whether a source has letters of another script than Latin, or the code of a language as a text. */
function knowsLanguage(source: string) {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  return /\p{Script=Cyrillic}|\p{Script=Han}/u.test(code) || others.some(name => code.includes(`'${name}'`))
}
