import { pluralRu } from '@atrium/core/language'

type Values = Record<string, string>

/** English sentences with their Russian; `{name}` stands for what varies. */
export type Sentences = Record<string, string | ((values: Values) => string)>

export type Translate = (sentence: string) => string | undefined

/**
 * A refusal is written in English where its rule is, and translated when it is answered. The more of a sentence is
 * fixed, the earlier it is tried.
 */
export function translator(sentences: Sentences): Translate {
  const fixed = new Map(Object.entries(sentences).filter(([english]) => !english.includes('{')))
  const varying = Object.entries(sentences)
    .filter(([english]) => english.includes('{'))
    .map(([english, russian]) => ({ fixedLength: fixedLength(english), match: matcher(english), russian }))
    .sort((one, other) => other.fixedLength - one.fixedLength)
  return sentence => {
    const known = fixed.get(sentence)
    if (known !== undefined) return filled(known, {})
    for (const { match, russian } of varying) {
      const values = match(sentence)
      if (values) return filled(russian, values)
    }
    return undefined
  }
}

function fixedLength(english: string) {
  return english.replace(/\{\w+\}/g, '').length
}

/** What stands between the fixed texts. No regular expression: a hostile sentence would take it minutes. */
function matcher(english: string) {
  const [first = '', ...rest] = english.split(/\{\w+\}/)
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return (sentence: string): Values | undefined => {
    if (!sentence.startsWith(first)) return undefined
    const values: Values = {}
    let from = first.length
    for (const [index, text] of rest.entries()) {
      const isLast = index === rest.length - 1
      const to = isLast ? sentence.length - text.length : sentence.indexOf(text, from)
      if (to < from || !sentence.startsWith(text, to)) return undefined
      values[names[index] ?? ''] = sentence.slice(from, to)
      from = to + text.length
    }
    return values
  }
}

function filled(russian: Sentences[string], values: Values) {
  if (typeof russian === 'function') return russian(values)
  return russian.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

/** For errors that are still thrown as English sentences. */
export const sharedRussian: Sentences = {
  'The identity service does not answer; try again in a moment':
    'Сервис идентификации не отвечает; попробуйте чуть позже',
  '{entity} was not found': '{entity}: не найдено',
  '{entity} with this {field} already exists': '{entity}: такое значение ({field}) уже есть',
  'is required': 'обязательное поле',
  'is not right': 'недопустимое значение',
  'does not exist': 'такой записи нет',
  'must be text': 'введите текст',
  'must be an e-mail address': 'введите адрес электронной почты',
  'must be a web address': 'введите URL',
  'must be a {format}': 'нужен формат {format}',
  'must be {value}': 'допустимо только {value}',
  'must have at most {limit} characters': ({ limit }) =>
    `максимум ${pluralRu(Number(limit), 'символ', 'символа', 'символов')}`,
  'must have at most {limit} entries': ({ limit }) =>
    `максимум ${pluralRu(Number(limit), 'значение', 'значения', 'значений')}`,
  'must be at least {limit}': 'минимум {limit}',
  'must be at most {limit}': 'максимум {limit}',
}
