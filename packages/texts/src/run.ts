import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { coverageOf } from './coverage.ts'
import { parts } from './parts.ts'
import { folder } from './texts.ts'
import { exportTexts, importTexts, TranslationRefused } from './translate.ts'

const help = `Texts for translators, as one JSON file with English beside the translation.

  npm run texts -- export LANGUAGE FILE   Write every text and its translation to FILE
  npm run texts -- import LANGUAGE FILE   Check the translations in FILE and store them
  npm run texts -- coverage               Say how much of each language is translated

LANGUAGE is a code such as de or pt-BR. See docs/translating.md.
`

const [command, language = '', file = ''] = process.argv.slice(2)
process.exitCode = run()

function run() {
  if (command === undefined || command === '--help' || command === 'help') return say(help)
  if (command === 'coverage') return showCoverage()
  if (command !== 'export' && command !== 'import')
    return refuse(`There is no command ${command}.\n\n${help}`)
  if (!isLanguage(language))
    return refuse(`LANGUAGE must be a code such as de or pt-BR, other than en.\n\n${help}`)
  if (!file) return refuse(`FILE is missing.\n\n${help}`)
  return command === 'export' ? writeFile() : readFile()
}

function writeFile() {
  const entries = Object.entries(exportTexts(language))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  const left = entries.filter(([, { translation }]) => !translation).length
  return say(`${file} has ${entries.length} texts, ${left} of them without a translation.\n`)
}

function readFile() {
  try {
    const changed = importTexts(language, JSON.parse(readFileSync(file, 'utf8')))
    return say(`Stored ${changed} changed texts in packages/texts/src/${language}.\n`)
  } catch (error) {
    if (error instanceof TranslationRefused)
      return refuse(`Nothing was stored:\n${error.problems.map(problem => `  ${problem}`).join('\n')}\n`)
    if (error instanceof SyntaxError) return refuse(`${file} is not valid JSON: ${error.message}\n`)
    return refuse(`${file} can't be read: ${(error as Error).message}\n`)
  }
}

function showCoverage() {
  for (const name of globSync('*/', { cwd: folder })
    .filter(name => name !== 'en')
    .sort()) {
    const all = (Object.keys(parts) as (keyof typeof parts)[]).map(part => coverageOf(part, name))
    const total = all.reduce((sum, { total }) => sum + total, 0)
    const missing = all.reduce((sum, { missing }) => sum + missing.length, 0)
    say(
      `${name}: ${total - missing} of ${total} texts (${Math.floor((100 * (total - missing)) / total)} %)\n`,
    )
  }
  return 0
}

function isLanguage(code: string) {
  return /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(code) && code !== 'en'
}

function say(text: string) {
  process.stdout.write(text)
  return 0
}

function refuse(text: string) {
  process.stderr.write(text)
  return 1
}
