import { taskKeyInText } from '@atrium/tasks/projects/project-key.contract'

/** Splits a text at what looks like the key of a task, such as WR-12. */
export function splitTaskReferences(text: string): (string | { key: string })[] {
  // With one group, every second part is what the group has matched.
  return text.split(taskKeyInText).flatMap((part, index) => (index % 2 === 1 ? { key: part } : part || []))
}

/** The keys in a text, each once. */
export function taskReferencesIn(text: string) {
  const keys = splitTaskReferences(text).flatMap(part => (typeof part === 'string' ? [] : part.key))
  return [...new Set(keys)]
}
