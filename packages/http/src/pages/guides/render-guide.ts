import { readFile } from 'node:fs/promises'
import { Html } from '@atrium/core/html'

/** The addresses of the running services, so that samples can be pasted into a terminal. */
export interface Addresses {
  identity: string
  /** Unknown if the identity service runs alone. */
  tasks?: string | undefined
}

export interface Guide {
  title: string
  lead: Html
  /** The headings of its sections, with the anchor of each. */
  sections: { id: string; title: string }[]
  body: Html
}

/** A link that is a paragraph of its own shows the sample file that it leads to. */
const sampleLink = /^\[([^\]]+)\]\((\.\.\/samples\/[\w./-]+)\)$/gm

/** Renders `<name>.md` of a folder in `docs` with its sample files. */
export async function renderGuide(folder: URL, name: string, addresses: Addresses): Promise<Guide> {
  const markdown = await createMarkdown()
  const source = await readFile(new URL(`${name}.md`, folder), 'utf8')
  const whole = (await withSamples(source, folder))
    .replaceAll('https://tasks.example.org', addresses.tasks ?? 'https://tasks.example.org')
    .replaceAll('https://id.example.org', addresses.identity)
  const [, title = '', lead = '', body = ''] = whole.match(/^# (.+)\n\n([\s\S]+?)\n\n([\s\S]*)$/) ?? []
  const sections = [...body.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => ({
    id: anchorOf(heading),
    title: heading.replaceAll('`', ''),
  }))
  return {
    title,
    lead: new Html(markdown.renderInline(lead)),
    sections,
    body: new Html(markdown.render(body)),
  }
}

async function withSamples(source: string, folder: URL) {
  const links = [...source.matchAll(sampleLink)]
  const files = await Promise.all(links.map(([, , path = '']) => readFile(new URL(path, folder), 'utf8')))
  return source.replace(
    sampleLink,
    (_, name: string) => `~~~~file ${name}\n${files.shift()?.trimEnd()}\n~~~~`,
  )
}

/** Loaded for the first reader: a start takes no time for it. */
async function createMarkdown() {
  const { default: MarkdownIt } = await import('markdown-it')
  const markdown = new MarkdownIt({ html: false })
  const { rules } = markdown.renderer
  const { escapeHtml } = markdown.utils
  rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    // The language, then what it is called: something to copy has a name.
    const [, name] = info.match(/^\S+ (.+)$/) ?? []
    const caption = name ? `<figcaption>${escapeHtml(name)}</figcaption>` : ''
    return `<figure class="sample">${caption}<pre tabindex="0"><code>${escapeHtml(content)}</code></pre></figure>`
  }
  rules.table_open = () => '<div class="table"><table>'
  rules.table_close = () => '</table></div>'
  rules.th_open = () => '<th scope="col">'
  // The first cell names its row.
  const isFirst = (before?: { type: string }) => before?.type === 'tr_open'
  rules.td_open = (tokens, index) => (isFirst(tokens[index - 1]) ? '<th scope="row">' : '<td>')
  rules.td_close = (tokens, index) => (isFirst(tokens[index - 3]) ? '</th>' : '</td>')
  rules.heading_open = (tokens, index) => {
    const { tag = 'h2' } = tokens[index] ?? {}
    return `<${tag} id="${anchorOf(tokens[index + 1]?.content ?? '')}">`
  }
  rules.link_open = (tokens, index, options, _environment, renderer) => {
    const token = tokens[index]
    const guide = String(token?.attrGet('href')).match(/^([\w-]+)\.md(#[\w-]+)?$/)
    if (guide) token?.attrSet('href', `/docs/guides/${guide[1]}${guide[2] ?? ''}`)
    return renderer.renderToken(tokens, index, options)
  }
  return markdown
}

function anchorOf(heading: string) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
