interface MarkdownNode {
  type: string
  value?: string
  children?: MarkdownNode[]
  data?: object
}

/** Makes of `@[12]` in the text of a Markdown tree a span that knows whom it mentions. */
export function remarkMentions() {
  return (tree: MarkdownNode) => markMentions(tree)
}

function markMentions(node: MarkdownNode) {
  if (!node.children) return
  node.children = node.children.flatMap(child => {
    if (child.type === 'text') return parts(child.value ?? '')
    markMentions(child)
    return [child]
  })
}

function parts(text: string): MarkdownNode[] {
  return text.split(/(@\[\d{1,16}\])/).flatMap(part => {
    if (!part) return []
    const [, id] = /^@\[(\d+)\]$/.exec(part) ?? []
    return [id ? mention(id, part) : { type: 'text', value: part }]
  })
}

function mention(id: string, text: string): MarkdownNode {
  return {
    type: 'mention',
    data: { hName: 'span', hProperties: { dataMention: id } },
    children: [{ type: 'text', value: text }],
  }
}
