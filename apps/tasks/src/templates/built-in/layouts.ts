import type { NewField } from '#fields/field.contract.ts'
import type { TemplateColumn, TemplateTask, TemplateView } from '../content/content.contract.ts'
import type { BuiltInKey } from '../content/template.contract.ts'

/** What a built-in template has besides its texts, in the order of these. A number refers to a text by its index. */
export interface Layout {
  columns: Omit<TemplateColumn, 'title'>[]
  tasks: (Pick<TemplateTask, 'column' | 'parent' | 'priority' | 'dueInDays' | 'recurrence'> & {
    sticker?: number
    /** The field, and its value or the index of its option. */
    field?: [number, number]
  })[]
  stickerColors: string[]
  fields: (Pick<NewField, 'type' | 'showsOnCard'> & { optionColors?: string[] })[]
  views: Pick<TemplateView, 'filter' | 'orderBy' | 'groupBy'>[]
}

export const layouts: Record<BuiltInKey, Layout> = {
  kanban: {
    columns: [{}, {}, { wipLimit: 3 }, { wipLimit: 3 }, { isDone: true }],
    tasks: [{ column: 1 }, { column: 2, sticker: 2 }, { column: 2, priority: 'high', dueInDays: 1 }],
    stickerColors: ['#d6303a', '#1971c2', '#2b8236'],
    fields: [],
    views: [{ filter: 'completed = none and due <= today+7', orderBy: 'dueDate', groupBy: 'assignee' }],
  },

  scrum: {
    columns: [{}, {}, { wipLimit: 5 }, { wipLimit: 5 }, { isDone: true }],
    tasks: [
      { column: 1, sticker: 0, field: [0, 3] },
      { column: 2, priority: 'high', dueInDays: 1, field: [1, 0] },
      {
        column: 2,
        dueInDays: 14,
        recurrence: { rule: 'FREQ=WEEKLY;INTERVAL=2', mode: 'calendar', leadDays: 7 },
      },
    ],
    stickerColors: ['#1971c2', '#d6303a', '#7048e8', '#a15c07'],
    fields: [
      { type: 'number', showsOnCard: true },
      { type: 'select', showsOnCard: true, optionColors: ['#1971c2', '#0b7285', '#2b8236'] },
    ],
    views: [
      { filter: 'cf2 = 1', orderBy: 'position', groupBy: 'column' },
      { filter: 'completed = none and cf1 = none', orderBy: 'position', groupBy: null },
    ],
  },

  editorial: {
    columns: [{}, { wipLimit: 5 }, { wipLimit: 3 }, {}, { isDone: true }],
    tasks: [
      { column: 1, dueInDays: 7 },
      { column: 2, dueInDays: 10, sticker: 0, field: [0, 0] },
      {
        column: 2,
        dueInDays: 5,
        recurrence: { rule: 'FREQ=WEEKLY', mode: 'calendar', leadDays: 5 },
        sticker: 1,
        field: [0, 1],
      },
    ],
    stickerColors: ['#1971c2', '#c2410c', '#7048e8', '#2b8236'],
    fields: [
      { type: 'select', showsOnCard: true, optionColors: ['#1971c2', '#c2410c', '#c2255c', '#7048e8'] },
      { type: 'date', showsOnCard: true },
      { type: 'url' },
    ],
    views: [{ filter: 'completed = none', orderBy: 'cf2', groupBy: 'cf1' }],
  },

  onboarding: {
    columns: [{}, {}, { isDone: true }],
    tasks: [
      { column: 1, dueInDays: 3, sticker: 0, field: [0, 0] },
      { column: 1, dueInDays: 3, sticker: 1, field: [0, 0], parent: 1 },
      { column: 1, dueInDays: 5, sticker: 2, field: [0, 1] },
      { column: 1, dueInDays: 8, field: [0, 1] },
      { column: 1, dueInDays: 14, field: [0, 2] },
      { column: 1, dueInDays: 35, sticker: 0, field: [0, 3] },
    ],
    stickerColors: ['#c2255c', '#1971c2', '#2b8236'],
    fields: [
      { type: 'select', showsOnCard: true, optionColors: ['#5c6770', '#1971c2', '#0b7285', '#2b8236'] },
      { type: 'person' },
    ],
    views: [
      { filter: 'cf1 = 2', orderBy: 'dueDate', groupBy: 'column' },
      { filter: 'completed = none', orderBy: 'dueDate', groupBy: 'cf1' },
    ],
  },
}
