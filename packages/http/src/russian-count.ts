const rules = new Intl.PluralRules('ru')

/** `count('21', 'символ', 'символа', 'символов')` → 21 символ */
export function count(number: string | undefined, one: string, few: string, many: string) {
  const form = rules.select(Number(number))
  return `${number} ${form === 'one' ? one : form === 'few' ? few : many}`
}
