const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is HTML already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | Html[] | null | undefined | false

/** Every value is escaped, unless it is the result of this function. */
export function html(strings: TemplateStringsArray, ...values: Value[]) {
  return new Html(strings.map((string, index) => string + written(values[index])).join(''))
}

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(written).join('')
  return String(value).replace(/[&<>"']/g, character => entities[character] ?? '')
}
