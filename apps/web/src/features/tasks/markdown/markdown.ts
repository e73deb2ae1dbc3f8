import MarkdownIt, { type Token } from 'markdown-it'

/** A token with the tokens between its opening and its closing. */
export interface MarkdownNode {
  token: Token
  children: MarkdownNode[]
}

// Parses in linear time for any text; other parsers need quadratic time for `*a_ *a_ …`.
const parser = new MarkdownIt({ html: false, linkify: true })
// Which addresses can be opened is decided where they are rendered.
parser.validateLink = () => true
// `readme.md` is a file name, not a Moldovan domain.
parser.linkify.set({ fuzzyLink: false })
parser.linkify.add('www.', {
  validate: (text, position) => /^[^\s<>"']*[^\s<>"'.,;:!?)\]]/.exec(text.slice(position))?.[0].length ?? 0,
  normalize: match => {
    match.url = `http://${match.url}`
  },
})

export function readMarkdown(text: string) {
  return treeOf(parser.parse(text, {}))
}

/** Whether the text alone is recognized as a link to the address. */
export function isAutomaticLink(text: string, address: string) {
  const [link] = parser.linkify.match(text) ?? []
  return link?.index === 0 && link.lastIndex === text.length && parser.normalizeLink(link.url) === address
}

function treeOf(tokens: Token[]): MarkdownNode[] {
  const roots: MarkdownNode[] = []
  const open = [roots]
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop()
      continue
    }
    const node = { token, children: treeOf(token.children ?? []) }
    open.at(-1)?.push(node)
    if (token.nesting === 1) open.push(node.children)
  }
  return roots
}
