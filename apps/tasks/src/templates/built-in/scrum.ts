import type { BuiltIn } from '../preview.ts'

const everyTwoWeeks = { rule: 'FREQ=WEEKLY;INTERVAL=2', mode: 'calendar', leadDays: 7 } as const
const view = { kind: 'table', scale: null, orderBy: 'position', groupBy: null } as const
// The first field are the points, the second one the sprint.
const firstSprint = 'cf2 = 1'
const notEstimated = 'completed = none and cf1 = none'

export const scrum: BuiltIn = {
  en: {
    name: 'Scrum',
    description: 'Sprints with story points, from the product backlog to the review',
    content: {
      boards: [
        {
          name: 'Sprint board',
          columns: [
            { title: 'Product backlog' },
            { title: 'Sprint backlog' },
            { title: 'In progress', wipLimit: 5 },
            { title: 'Review', wipLimit: 5 },
            { title: 'Done', isDone: true },
          ],
        },
      ],
      tasks: [
        {
          title: 'As a user, I want to sign in, so that I see my own data',
          description: 'An example of a user story: who wants what, and why.',
          column: 1,
          stickers: ['Story'],
          fields: { 'Story points': 3 },
          checklist: ['Acceptance criteria are written down', 'Estimated by the team'],
        },
        {
          title: 'Plan the first sprint',
          column: 2,
          priority: 'high',
          dueInDays: 1,
          fields: { Sprint: 'Sprint 1' },
          checklist: [
            'Agree on the goal of the sprint',
            'Move stories to the sprint backlog',
            'Check that the points fit the team’s capacity',
          ],
        },
        {
          title: 'Sprint review and retrospective',
          column: 2,
          dueInDays: 14,
          recurrence: everyTwoWeeks,
          checklist: ['Show what is done', 'What went well?', 'What do we change in the next sprint?'],
        },
      ],
      stickers: [
        { name: 'Story', color: '#1971c2' },
        { name: 'Bug', color: '#d6303a' },
        { name: 'Spike', color: '#7048e8' },
        { name: 'Tech debt', color: '#a15c07' },
      ],
      fields: [
        { name: 'Story points', type: 'number', showsOnCard: true },
        {
          name: 'Sprint',
          type: 'select',
          showsOnCard: true,
          options: [
            { name: 'Sprint 1', color: '#1971c2' },
            { name: 'Sprint 2', color: '#0b7285' },
            { name: 'Sprint 3', color: '#2b8236' },
          ],
        },
      ],
      views: [
        { ...view, name: 'Sprint 1', filter: firstSprint, groupBy: 'column', columns: [] },
        { ...view, name: 'Not estimated', filter: notEstimated, columns: [] },
      ],
    },
  },
  ru: {
    name: 'Скрам',
    description: 'Спринты со стори-пойнтами: от бэклога продукта до обзора',
    content: {
      boards: [
        {
          name: 'Доска спринта',
          columns: [
            { title: 'Бэклог продукта' },
            { title: 'Бэклог спринта' },
            { title: 'В работе', wipLimit: 5 },
            { title: 'Проверка', wipLimit: 5 },
            { title: 'Готово', isDone: true },
          ],
        },
      ],
      tasks: [
        {
          title: 'Как пользователь, я хочу войти, чтобы видеть свои данные',
          description: 'Пример пользовательской истории: кто, чего хочет и зачем.',
          column: 1,
          stickers: ['История'],
          fields: { 'Стори-пойнты': 3 },
          checklist: ['Записаны критерии приёмки', 'Команда оценила'],
        },
        {
          title: 'Спланировать первый спринт',
          column: 2,
          priority: 'high',
          dueInDays: 1,
          fields: { Спринт: 'Спринт 1' },
          checklist: [
            'Договориться о цели спринта',
            'Перенести истории в бэклог спринта',
            'Проверить, что команда столько успеет',
          ],
        },
        {
          title: 'Обзор спринта и ретроспектива',
          column: 2,
          dueInDays: 14,
          recurrence: everyTwoWeeks,
          checklist: ['Показать сделанное', 'Что получилось хорошо?', 'Что меняем в следующем спринте?'],
        },
      ],
      stickers: [
        { name: 'История', color: '#1971c2' },
        { name: 'Ошибка', color: '#d6303a' },
        { name: 'Исследование', color: '#7048e8' },
        { name: 'Техдолг', color: '#a15c07' },
      ],
      fields: [
        { name: 'Стори-пойнты', type: 'number', showsOnCard: true },
        {
          name: 'Спринт',
          type: 'select',
          showsOnCard: true,
          options: [
            { name: 'Спринт 1', color: '#1971c2' },
            { name: 'Спринт 2', color: '#0b7285' },
            { name: 'Спринт 3', color: '#2b8236' },
          ],
        },
      ],
      views: [
        { ...view, name: 'Спринт 1', filter: firstSprint, groupBy: 'column', columns: [] },
        { ...view, name: 'Без оценки', filter: notEstimated, columns: [] },
      ],
    },
  },
}
