import { Html } from '@atrium/core/html'

/**
 * Text of users as HTML: no HTML of their own, no images, which would tell other servers who reads the board, and only links to
 * the web, because other addresses lead into the application.
 */
export async function createMarkdown() {
  const { default: MarkdownIt } = await import('markdown-it')
  const markdown = new MarkdownIt({ html: false, breaks: true, linkify: false })
  markdown.disable('image')
  markdown.validateLink = address => /^https?:\/\//i.test(address)
  markdown.renderer.rules.link_open = (tokens, index, options, _environment, renderer) => {
    tokens[index]?.attrSet('rel', 'noopener noreferrer nofollow')
    return renderer.renderToken(tokens, index, options)
  }
  return (text: string) => new Html(markdown.render(text))
}
