import MarkdownIt, { type Token } from 'markdown-it'

/** A token with what stands between its beginning and its end. */
export interface MarkdownNode {
  token: Token
  children: MarkdownNode[]
}

// The time it takes grows with the length of a text, whatever the text: other readers need its square for `*a_ *a_ …`.
const reader = new MarkdownIt({ html: false, linkify: true })
// Which addresses may be opened is decided where they are shown.
reader.validateLink = () => true
// `readme.md` is no address in Moldova.
reader.linkify.set({ fuzzyLink: false })
reader.linkify.add('www.', {
  validate: (text, position) => /^[^\s<>"']*[^\s<>"'.,;:!?)\]]/.exec(text.slice(position))?.[0].length ?? 0,
  normalize: match => {
    match.url = `http://${match.url}`
  },
})

export function readMarkdown(text: string) {
  return treeOf(reader.parse(text, {}))
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
