import { taskKey } from '#projects/project-key.contract.ts'

/** What a text of a rule can mention. */
export interface Mentioned {
  task: { id: number; number: number; title: string; dueDate: string | null } | undefined
  project: { name: string; key: string | null }
  actorName: string | null
  frontendUrl: string
}

const values: Record<string, (mentioned: Mentioned) => string | null | undefined> = {
  'task.title': ({ task }) => task?.title,
  'task.key': ({ task, project }) => task && taskKey(task.number, project.key),
  'task.url': ({ task, frontendUrl }) => task && `${frontendUrl.replace(/\/?$/, '/')}task/${task.id}`,
  'task.due': ({ task }) => task?.dueDate,
  'project.name': ({ project }) => project.name,
  'actor.name': ({ actorName }) => actorName,
}

const PLACEHOLDER = /\{([a-z]+\.[a-z]+)\}/g

/** The first placeholder that has no value anywhere. */
export function unknownPlaceholder(text: string) {
  return [...text.matchAll(PLACEHOLDER)].find(([, name = '']) => !Object.hasOwn(values, name))?.[0]
}

/** What other people have written mentions nobody: the title of a task could contain `@[12]`. */
export function fillPlaceholders(text: string, mentioned: Mentioned) {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]?.(mentioned) : whole
    return (value ?? '').replaceAll('@[', '@\u200b[')
  })
}
