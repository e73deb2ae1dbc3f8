import { after } from 'node:test'
import { version } from '@atrium/core/version'
import { pseudoText } from '@atrium/texts/pseudo'

type Texts = Record<string, unknown>

/** Puts the English texts of a service into the pseudo-language until the end of the test file. */
export function speakPseudoLanguage(...catalogues: object[]) {
  const restored = catalogues.flatMap(texts => replaceTexts(texts as Texts))
  after(() => {
    for (const restore of restored) restore()
  })
}

function replaceTexts(texts: Texts): (() => void)[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string') return replaceTexts(text as Texts)
    texts[key] = pseudoText(text)
    return () => {
      texts[key] = text
    }
  })
}

/** Finds words of a page or an email that have no accents: they come from no catalogue, unless they are names of the test. */
export function wordsWithoutCatalogue(page: string, names: string[]) {
  const shown = page
    .replaceAll(version, ' ')
    .replace(/<(script|style|code|pre|kbd)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, tag =>
      [...tag.matchAll(/(?:aria-label|placeholder|title|alt)="([^"]*)"/g)].join(' '),
    )
    .replace(/(aria-label|placeholder|title|alt)="|&\w+;/g, ' ')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, ' ') // the id of the request
    .replace(/\S+@\S+|https?:\/\/\S+|\b\w+(\.\w+)+/g, ' ')
  const known = new Set([
    'atrium',
    ...names
      .join(' ')
      .toLowerCase()
      .split(/[^a-z]+/),
  ])
  const words = shown.match(/(?<![\p{L}\d])[A-Za-z]{3,}(?![\p{L}\d])/gu) ?? []
  return [...new Set(words)].filter(word => !known.has(word.toLowerCase()))
}
