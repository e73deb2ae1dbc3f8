import type {
  BoardContent,
  ProjectContent,
  TemplateColumn,
  TemplateContent,
  TemplateTask,
} from './content.contract.ts'
import type { TemplatePreview } from './template.contract.ts'

/** What lists show of a template: the columns of its first board, and how much it contains. */
export function previewOf(content: TemplateContent): TemplatePreview {
  const { boards, stickers, fields, views } = partsOf(content)
  const { tasks } = content
  return {
    columns: (boards[0]?.columns ?? []).map(({ title, isDone = false }, index) => ({
      title,
      isDone,
      taskCount: tasks.filter(({ column }) => column === index + 1).length,
    })),
    boardCount: boards.length,
    taskCount: tasks.length,
    checklistCount: tasks.reduce((sum, { checklist = [] }) => sum + checklist.length, 0),
    stickerCount: stickers.length,
    fieldCount: fields.length,
    viewCount: views.length,
  }
}

interface Parts {
  boards: { columns: TemplateColumn[] }[]
  stickers: unknown[]
  fields: unknown[]
  views: unknown[]
}

function partsOf(content: TemplateContent): Parts {
  const none = { boards: [], stickers: [], fields: [], views: [] }
  if ('boards' in content) return content
  return 'columns' in content ? { ...none, ...content, boards: [content] } : none
}

/** The first board of a project template, with its tasks and what they use. */
export function firstBoardOf({ boards, tasks, stickers, fields }: ProjectContent): BoardContent {
  const [{ description = null, columns } = { columns: [] }] = boards
  const isOnBoard = ({ column = 0 }: TemplateTask) => column <= columns.length
  // Places of parents count the tasks that stay.
  const kept = tasks.flatMap((task, index) => (isOnBoard(task) ? [index + 1] : []))
  return {
    description,
    columns,
    stickers,
    fields,
    tasks: tasks.filter(isOnBoard).map(({ parent, ...task }) => {
      const place = parent === undefined ? 0 : kept.indexOf(parent) + 1
      return place > 0 ? { ...task, parent: place } : task
    }),
  }
}
