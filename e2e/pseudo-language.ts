import type { BrowserContext, Page, Request } from '@playwright/test'
import { parts } from '../packages/texts/src/parts.ts'
import { inPseudoLanguage } from '../packages/texts/src/pseudo.ts'
import type { Tree } from '../packages/texts/src/texts.ts'

/** Gives both applications texts of the pseudo-language in place of the English ones. */
export async function speakPseudoLanguage(context: BrowserContext) {
  const pseudo = (texts: object) => JSON.stringify(inPseudoLanguage(texts as Tree))
  const applications = { app: parts.web('en'), account: { ...parts.account('en'), ...parts.admin('en') } }
  for (const [path, texts] of Object.entries(applications)) {
    const body = `export default ${pseudo(texts)}\nexport const ui = ${pseudo(parts.ui('en'))}`
    await context.route(new RegExp(`/${path}/assets/en-[^/]+\\.js$`), route =>
      route.fulfill({ contentType: 'text/javascript', body }),
    )
  }
}

/** Makes every text of a page of a service a third longer, as translations can be. */
export async function lengthenTexts(page: Page) {
  await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const text = node.textContent.trim()
      if (text && !node.parentElement.closest('code, pre, script, style'))
        node.textContent += ' ' + text.slice(0, Math.ceil(text.length / 3))
    }
  })()`)
}

/** Collects the words of what the services answer: names that people gave, not texts of the application. */
export function collectDataWords(page: Page) {
  const words = new Set<string>()
  const pending: Promise<unknown>[] = []
  const read = async (request: Request) => {
    const response = await request.response()
    if (response?.headers()['content-type']?.includes('json')) addWords(words, await response.text())
  }
  // The body of an answer that a navigation aborted never arrives.
  page.on('requestfinished', request => {
    pending.push(read(request).catch(() => undefined))
  })
  return async () => {
    await Promise.all(pending)
    return words
  }
}

/** What browsers write in English by themselves, names of products and keys, and units that are the same everywhere. */
const own =
  'Atrium Chrome Linux Markdown Trello CSV PDF PNG SVG JSON iCalendar English Ctrl Shift Enter Esc Tab Alt Space Backspace Home End Delete UTC GMT yesterday today tomorrow byte bytes'
const names = (options: Intl.DateTimeFormatOptions) =>
  Array.from({ length: 366 }, (_, day) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(Date.UTC(2026, 0, day + 1)),
  ).join(' ')

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
const countries = letters
  .flatMap(first => letters.map(second => new Intl.DisplayNames('en', { type: 'region' }).of(first + second)))
  .join(' ')

/** Finds words on the page that have no accents and are not data. */
export async function findTextsWithoutCatalogue(page: Page, data: Set<string>) {
  const known = new Set(data)
  for (const style of ['long', 'short'] as const) addWords(known, names({ month: style, weekday: style }))
  addWords(known, own)
  addWords(known, countries)
  addWords(known, JSON.stringify(parts.tasks('en').boards.first))
  const texts = await page.evaluate<string[]>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode
      const isOther = parentElement.closest('code, kbd, pre, script, style, noscript, time, [style*=monospace]')
      if (!isOther && parentElement.checkVisibility()) texts.push(textContent)
    }
    const labelled = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].filter(element => !element.closest('[aria-hidden=true]'))
    for (const element of labelled)
      texts.push(...['aria-label', 'placeholder', 'title'].map(name => element.getAttribute(name) ?? ''))
    return texts
  })()`)
  return texts.filter(text => wordsIn(text).some(word => !known.has(word.toLowerCase())))
}

function addWords(words: Set<string>, text: string) {
  for (const word of wordsIn(text)) words.add(word.toLowerCase())
}

/** A word has at least three letters: shorter ones are units or initials. Addresses and technical names don’t count. */
function wordsIn(text: string) {
  return text.replaceAll(/https?:[^\s"]+/g, '').match(/(?<![\p{L}_])[A-Za-z]{3,}(?![\p{L}_])/gu) ?? []
}
