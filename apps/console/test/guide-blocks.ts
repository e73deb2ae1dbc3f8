import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A code block of a guide, under its heading. */
export interface Block {
  file: string
  heading: string
  text: string
}

/** The code blocks of all guides, with continued lines joined. */
export function listBlocks(pattern = '{README.md,docs/**/*.md}'): Block[] {
  return globSync(pattern, { cwd: root }).flatMap(file => {
    const blocks: Block[] = []
    let [heading, text]: [string, string | undefined] = ['', undefined]
    for (const line of readGuide(file).split('\n')) {
      if (line.startsWith('```')) {
        if (text !== undefined) blocks.push({ file, heading, text: text.replaceAll(/\\\n\s*/g, '') })
        text = text === undefined ? '' : undefined
      } else if (text !== undefined) text += `${line}\n`
      else if (line.startsWith('#')) heading = line.replace(/^#+ /, '')
    }
    return blocks
  })
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
