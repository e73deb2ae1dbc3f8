/** Capital letters only, so that words such as covid-19 stay words; no part of a longer word, a path or a file name. */
const reference = /(?<![\p{L}\p{N}_/.-])([A-ZА-ЯЁ][A-ZА-ЯЁ0-9]{0,5}-\d{1,9})(?![\p{L}\p{N}_/-]|\.\p{L})/u

/** Splits a text at what looks like the key of a task, such as WR-12. */
export function splitTaskReferences(text: string): (string | { key: string })[] {
  // With one group, every second part is what the group has matched.
  return text.split(reference).flatMap((part, index) => (index % 2 === 1 ? { key: part } : part || []))
}

/** The keys in a text, each once. */
export function taskReferencesIn(text: string) {
  const keys = splitTaskReferences(text).flatMap(part => (typeof part === 'string' ? [] : part.key))
  return [...new Set(keys)]
}
