import type { Tree } from './texts.ts'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ']
const accents = new Map([...plain].map((letter, index) => [letter, accented[index] ?? letter]))

/** What stays as it is: placeholders and choices of both formats, tags, and references to other texts. */
const KEPT =
  /(\{\{.*?\}\}|<\/?\w+\s?\/?>|\$t\(.*?\)|\{\w+, (?:plural|select), |[\w=]+ \{(?!"|\w+\}|\{\w+[^}]*\}\})|\{\w+(?:, \w+)?\}|[{}])/

/**
 * Returns texts in a language that no one speaks: readable, with accents and a third longer. On a screen in this language,
 * a text without accents comes from no catalogue, and a layout with too little room for translations breaks. For tests only.
 */
export function inPseudoLanguage(texts: Tree): Tree {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? pseudoText(text) : inPseudoLanguage(text),
    ]),
  )
}

export function pseudoText(text: string) {
  const parts = text.split(KEPT).map((part, index) => (index % 2 === 0 ? withAccents(part) : part))
  return `${parts.join('')}${'·'.repeat(Math.ceil(text.length / 3))}`
}

function withAccents(text: string) {
  return [...text].map(letter => accents.get(letter) ?? letter).join('')
}
