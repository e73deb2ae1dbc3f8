import type { Language } from '@atrium/core/language'
import { texts } from '#texts.ts'
import type { BuiltIn } from '../content/preview.ts'

export function onboarding(language: Language): BuiltIn {
  const text = texts(language).templates.onboarding
  return {
    name: text.name,
    description: text.description,
    content: {
      boards: [
        {
          name: text.board,
          columns: [
            { title: text.columns[0] },
            { title: text.columns[1] },
            { title: text.columns[2], isDone: true },
          ],
        },
      ],
      tasks: [
        {
          title: text.tasks[0].title,
          column: 1,
          dueInDays: 3,
          stickers: [text.stickers[0]],
          fields: { [text.fields[0].name]: text.fields[0].options[0] },
          checklist: [...text.tasks[0].checklist],
        },
        {
          title: text.tasks[1].title,
          column: 1,
          dueInDays: 3,
          stickers: [text.stickers[1]],
          fields: { [text.fields[0].name]: text.fields[0].options[0] },
          checklist: [...text.tasks[1].checklist],
          parent: 1,
        },
        {
          title: text.tasks[2].title,
          column: 1,
          dueInDays: 5,
          stickers: [text.stickers[2]],
          fields: { [text.fields[0].name]: text.fields[0].options[1] },
          checklist: [...text.tasks[2].checklist],
        },
        {
          title: text.tasks[3].title,
          column: 1,
          dueInDays: 8,
          fields: { [text.fields[0].name]: text.fields[0].options[1] },
          checklist: [...text.tasks[3].checklist],
        },
        {
          title: text.tasks[4].title,
          description: text.tasks[4].description,
          column: 1,
          dueInDays: 14,
          fields: { [text.fields[0].name]: text.fields[0].options[2] },
        },
        {
          title: text.tasks[5].title,
          column: 1,
          dueInDays: 35,
          stickers: [text.stickers[0]],
          fields: { [text.fields[0].name]: text.fields[0].options[3] },
          checklist: [...text.tasks[5].checklist],
        },
      ],
      stickers: [
        { name: text.stickers[0], color: '#c2255c' },
        { name: text.stickers[1], color: '#1971c2' },
        { name: text.stickers[2], color: '#2b8236' },
      ],
      fields: [
        {
          name: text.fields[0].name,
          type: 'select',
          showsOnCard: true,
          options: [
            { name: text.fields[0].options[0], color: '#5c6770' },
            { name: text.fields[0].options[1], color: '#1971c2' },
            { name: text.fields[0].options[2], color: '#0b7285' },
            { name: text.fields[0].options[3], color: '#2b8236' },
          ],
        },
        { name: text.fields[1].name, type: 'person' },
      ],
      views: [
        {
          kind: 'table',
          scale: null,
          orderBy: 'dueDate',
          filter: 'cf1 = 2',
          groupBy: 'column',
          name: text.views[0],
          columns: [],
        },
        {
          kind: 'table',
          scale: null,
          orderBy: 'dueDate',
          filter: 'completed = none',
          groupBy: 'cf1',
          name: text.views[1],
          columns: [],
        },
      ],
    },
  }
}
