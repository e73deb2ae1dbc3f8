const entity = /&(?=#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi
const address = /(https?:\/\/[^\s<>`\\]*[^\s<>`\\.,;:!?)\]*_~'"])/i

interface Surroundings {
  isInLink: boolean
  /** The Markdown next to the text, if any. */
  before: string
  after: string
}

/** Every sign that would be read as Markdown gets a backslash, and only those. */
export function escapeText(text: string, { isInLink, before, after }: Surroundings) {
  const parts = isInLink ? [text] : text.split(address)
  const isAlone = !before && !after
  const escaped = parts.map((part, index) => (index % 2 === 1 ? part : escapeSigns(part, isInLink, isAlone)))
  return escaped
    .join('')
    .replaceAll('\u00a0', '&nbsp;')
    .replace(/!$/, after.startsWith('[') ? '\\!' : '!')
}

function escapeSigns(text: string, isInLink: boolean, isAlone: boolean) {
  const withBackslashes = (signs: string) => signs.replace(/./g, '\\$&')
  return text
    .replace(isInLink ? /[\\`[\]]/g : /[\\`[]/g, withBackslashes)
    .replace(/(?<!\s)\*|\*(?!\s)/g, withBackslashes)
    .replace(isAlone ? /(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu : /_+/g, withBackslashes)
    .replace(isAlone ? /~{2,}/g : /~+/g, withBackslashes)
    .replace(/<(?=[a-z/!?])/gi, withBackslashes)
    .replace(entity, '\\&')
}

/** The start of a line decides what kind of block it is. */
export function escapeLineStarts(text: string) {
  return text
    .split('\n')
    .map((line, index) => {
      if (/^(#{1,6}(\s|$)|>|\+(\s|$)|-(\s|-|\||:|$)|=+\s*$)/.test(line)) return `\\${line}`
      if (index > 0 && /^(\||:-)/.test(line)) return `\\${line}`
      return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    })
    .join('\n')
}

export function codeSpan(code: string) {
  const runs = new Set((code.match(/`+/g) ?? []).map(run => run.length))
  let length = 1
  while (runs.has(length)) length++
  const fence = '`'.repeat(length)
  const isPadded = /^`|`$|^ .*[^ ].* $/s.test(code)
  return isPadded ? `${fence} ${code} ${fence}` : fence + code + fence
}

export function linkTarget(target: string, title: string | null) {
  const plain = target.replace(entity, '&amp;')
  const isPlain = plain !== '' && !/[\s()<>\\]/.test(plain)
  const written = isPlain ? plain : `<${plain.replace(/[<>\\]/g, '\\$&')}>`
  return title ? `(${written} "${escapeTitle(title)}")` : `(${written})`
}

function escapeTitle(title: string) {
  return title
    .replace(/[\\"]/g, '\\$&')
    .replace(entity, '&amp;')
    .replace(/\s*\n\s*/g, ' ')
}

export function escapeAlt(alt: string) {
  return alt
    .replace(/[\\`*_[\]<!~]/g, '\\$&')
    .replace(entity, '\\&')
    .replace(/\s*\n\s*/g, ' ')
}
