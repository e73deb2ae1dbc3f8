const address = /(https?:\/\/[^\s<>()[\]`\\*|]+)/i

/**
 * Text of strangers as Markdown that says just that: no links under other words, no images, which would tell other servers who
 * reads the task, no HTML, and no mentions. Addresses stay as they are.
 */
export function asPlainMarkdown(text: string) {
  return text
    .replaceAll(/@(?=\[)/g, '@ ')
    .split(address)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\`*_[\]<>~|&]/g, '\\$&')))
    .join('')
    .replaceAll(/^[ \t]+/gm, '')
    .replaceAll(/^(#{1,6}(?=\s|$)|[-+=])/gm, '\\$1')
    .replaceAll(/^(\d{1,9})([.)])/gm, '$1\\$2')
    .replaceAll(/(?<!\n)\n(?!\n)/g, '\\\n')
}
