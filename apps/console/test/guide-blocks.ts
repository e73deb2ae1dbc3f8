import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The code blocks of all guides, with continued lines joined. */
export function listBlocks(pattern = '{README.md,docs/**/*.md}') {
  return globSync(pattern, { cwd: root }).flatMap(file =>
    [...readGuide(file).matchAll(/^```(.*)\n([\s\S]*?)^```/gm)].map(([, language = '', text = '']) => ({
      file,
      language,
      text: text.replaceAll(/\\\n\s*/g, ''),
    })),
  )
}

/** Code inside of sentences. */
export function listSpans(pattern = '{README.md,docs/**/*.md}') {
  return globSync(pattern, { cwd: root }).flatMap(file => {
    const prose = readGuide(file).replaceAll(/^```[\s\S]*?^```/gm, '')
    return [...prose.matchAll(/`([^`]+)`/g)].map(([, text = '']) => ({
      file,
      text: text.replaceAll('\n', ' '),
    }))
  })
}

function readGuide(file: string) {
  return readFileSync(join(root, file), 'utf8')
}
