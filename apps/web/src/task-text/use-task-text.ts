import type { NewTask } from '@atrium/tasks/tasks/task.contract'
import { useMemo, useState } from 'react'
import { type ParsedTask, parseTaskText, type Token, type Vocabulary } from './parse-task-text.ts'

const nothing = { kept: new Set<string>(), picked: new Map<string, number>(), created: new Set<string>() }

/** A new task as a line of text, with what the user decided about its parts. */
export function useTaskText(vocabulary: Vocabulary, text: string, setText: (text: string) => void) {
  const [decisions, setDecisions] = useState(nothing)
  const parsed = useMemo(() => parseTaskText(text, vocabulary, decisions), [text, vocabulary, decisions])
  return {
    vocabulary,
    text,
    setText,
    parsed,
    parse: (line: string) => parseTaskText(line, vocabulary, decisions),
    /** The part stays in the title. */
    keep: ({ text }: Token) =>
      setDecisions(now => ({ ...now, kept: new Set([...now.kept, text.toLowerCase()]) })),
    /** The inserted name means this one, even if others have it too. */
    pick: (inserted: string, id: number) =>
      setDecisions(now => ({ ...now, picked: new Map([...now.picked, [inserted.toLowerCase(), id]]) })),
    /** The inserted name becomes a new sticker. */
    create: (inserted: string) =>
      setDecisions(now => ({ ...now, created: new Set([...now.created, inserted.toLowerCase()]) })),
    isToCreate: (name: string) => decisions.created.has(`#${name}`.toLowerCase()),
    clear: () => {
      setText('')
      setDecisions(nothing)
    },
  }
}

export type TaskText = ReturnType<typeof useTaskText>

export type TaskInText = Pick<
  NewTask,
  'title' | 'assigneeId' | 'assigneeIds' | 'priorityId' | 'dueDate' | 'estimateSeconds'
> & { stickerIds: number[]; newStickers: string[] }

const fieldOf = {
  priority: 'priorityId',
  due: 'dueDate',
  estimate: 'estimateSeconds',
} as const

/** The fields of the new task. */
export function taskOf({ title, tokens }: ParsedTask): TaskInText {
  const fields = tokens.flatMap(({ kind, value }) =>
    kind === 'sticker' || kind === 'assignee' ? [] : [[fieldOf[kind], value]],
  )
  const assigneeIds = tokens.filter(({ kind }) => kind === 'assignee').map(({ value }) => Number(value))
  const stickers = tokens.filter(({ kind }) => kind === 'sticker')
  return {
    title,
    ...(Object.fromEntries(fields) as Partial<TaskInText>),
    ...(assigneeIds.length > 0 && { assigneeId: assigneeIds[0] as number }),
    ...(assigneeIds.length > 1 && { assigneeIds }),
    stickerIds: stickers.flatMap(({ value }) => (typeof value === 'number' ? [value] : [])),
    newStickers: stickers.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
  }
}
