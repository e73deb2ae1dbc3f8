export type FilterErrorCode =
  | 'filter_condition_expected'
  | 'filter_field_unknown'
  | 'filter_operator_expected'
  | 'filter_id_expected'
  | 'filter_id_or_name_expected'
  | 'filter_person_expected'
  | 'filter_number_expected'
  | 'filter_duration_expected'
  | 'filter_date_expected'
  | 'filter_text_expected'
  | 'filter_boolean_expected'
  | 'filter_none_not_allowed'
  | 'filter_too_many_values'
  | 'filter_parenthesis_expected'
  | 'filter_end_expected'
  | 'filter_quote_expected'
  | 'filter_too_complex'

export interface FilterErrorParams {
  field?: string
  operators?: string
  limit?: number
}

/** What is wrong with the text of a filter, and at which character, counted from 1. */
export class FilterError extends Error {
  readonly code: FilterErrorCode
  readonly position: number
  readonly params: FilterErrorParams

  constructor(code: FilterErrorCode, position: number, params: FilterErrorParams = {}) {
    super(`${code} at ${position}`)
    this.code = code
    this.position = position
    this.params = params
  }
}

export interface Token {
  type: 'word' | 'string' | 'operator' | '(' | ')' | ',' | 'end'
  text: string
  position: number
}

/** The last token is always the end. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { 0: whole, groups = {} } of text.matchAll(token)) {
    const position = end + 1
    end += whole.length
    const { mark, operator, string, word } = groups
    if (mark) tokens.push({ type: mark as '(', text: mark, position })
    else if (operator) tokens.push({ type: 'operator', text: operator, position })
    else if (string !== undefined) tokens.push({ type: 'string', text: unquote(string), position })
    else if (word) tokens.push({ type: 'word', text: word, position })
  }
  if (end < text.length) refuse(text, end)
  return [...tokens, { type: 'end', text: '', position: end + 1 }]
}

const token =
  /\s+|(?<mark>[(),])|(?<operator>!=|<=|>=|!~|[=<>~])|"(?<string>(?:[^"\\]|\\.)*)"|(?<word>[^\s(),=<>~!"]+)/gsuy

function refuse(text: string, at: number): never {
  throw new FilterError(text[at] === '"' ? 'filter_quote_expected' : 'filter_condition_expected', at + 1)
}

function unquote(text: string) {
  return text.replace(/\\(.)/gsu, '$1')
}

export function quote(text: string) {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
