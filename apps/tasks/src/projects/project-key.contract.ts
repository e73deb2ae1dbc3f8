/** Latin or Cyrillic: what people type and say. Two projects can have the same key (decision 97). */
const projectKey = '[A-ZА-ЯЁ][A-ZА-ЯЁ0-9]{0,5}'
export const projectKeyPattern = `^${projectKey}$`

/**
 * What looks like the key of a task in a text: in capital letters, so that words such as covid-19 stay words, and no part of
 * a longer word, a path or a file name.
 */
export const taskKeyInText = new RegExp(
  `(?<![\\p{L}\\p{N}_/.-])(${projectKey}-\\d{1,9})(?![\\p{L}\\p{N}_/-]|\\.\\p{L})`,
  'u',
)

/** Initials of the first four words, or the first three letters of a single word, as `suggested_project_key` in the database. */
export function suggestProjectKey(name: string) {
  const words = name
    .toUpperCase()
    .split(/[^A-ZА-ЯЁ0-9]+/)
    .filter(word => /^[A-ZА-ЯЁ]/.test(word))
    .slice(0, 4)
  const [first = '', second] = words
  return second === undefined ? first.slice(0, 3) : words.map(([initial]) => initial).join('')
}

/** What people call a task: `WR-12`, or `#12` in a project without a key. */
export function taskKey(number: number, projectKey: string | null | undefined) {
  return projectKey ? `${projectKey}-${number}` : `#${number}`
}

interface TaskKey {
  /** Undefined if only the number is known. */
  projectKey: string | undefined
  number: number
}

const anyTaskKey = new RegExp(`^(?:#|(${projectKey})-)?(\\d{1,15})$`)

/** Reads `wr-12`, `#12` and `12`. */
export function parseTaskKey(text: string): TaskKey | undefined {
  const [, projectKey, number] = anyTaskKey.exec(text.toUpperCase()) ?? []
  return number === undefined ? undefined : { projectKey, number: Number(number) }
}

/** Whether the text is the key or the number of this task. */
export function namesTask(text: string, number: number, projectKey: string | null) {
  const key = parseTaskKey(text)
  return key?.number === number && (key.projectKey === undefined || key.projectKey === projectKey)
}
