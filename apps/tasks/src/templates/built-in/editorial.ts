import type { BuiltIn } from '../preview.ts'

const weekly = { rule: 'FREQ=WEEKLY', mode: 'calendar', leadDays: 5 } as const
// By the publish date, which is the second field; grouped by the channel, which is the first one.
const plan = {
  kind: 'table',
  scale: null,
  filter: 'completed = none',
  orderBy: 'cf2',
  groupBy: 'cf1',
} as const

export const editorial: BuiltIn = {
  en: {
    name: 'Editorial',
    description: 'Articles and posts from the idea to the publish date',
    content: {
      boards: [
        {
          name: 'Editorial plan',
          columns: [
            { title: 'Ideas' },
            { title: 'Writing', wipLimit: 5 },
            { title: 'Editing', wipLimit: 3 },
            { title: 'Scheduled' },
            { title: 'Published', isDone: true },
          ],
        },
      ],
      tasks: [
        {
          title: 'Collect ten ideas for the next month',
          column: 1,
          dueInDays: 7,
          checklist: ['Questions that customers ask', 'News of the field', 'What worked well so far'],
        },
        {
          title: 'Article: how we work',
          description:
            'An example. The checklist is the way of every article; duplicate the card for the next one.',
          column: 2,
          dueInDays: 10,
          stickers: ['Article'],
          fields: { Channel: 'Blog' },
          checklist: [
            'Outline',
            'Draft',
            'Facts and numbers checked',
            'Images with captions',
            'Headline and summary',
            'Published and announced',
          ],
        },
        {
          title: 'Newsletter of the week',
          column: 2,
          dueInDays: 5,
          recurrence: weekly,
          stickers: ['News'],
          fields: { Channel: 'Newsletter' },
          checklist: ['Choose three topics', 'Write the introduction', 'Send a test', 'Send'],
        },
      ],
      stickers: [
        { name: 'Article', color: '#1971c2' },
        { name: 'News', color: '#c2410c' },
        { name: 'Interview', color: '#7048e8' },
        { name: 'Guide', color: '#2b8236' },
      ],
      fields: [
        {
          name: 'Channel',
          type: 'select',
          showsOnCard: true,
          options: [
            { name: 'Blog', color: '#1971c2' },
            { name: 'Newsletter', color: '#c2410c' },
            { name: 'Social media', color: '#c2255c' },
            { name: 'Video', color: '#7048e8' },
          ],
        },
        { name: 'Publish date', type: 'date', showsOnCard: true },
        { name: 'Draft', type: 'url' },
      ],
      views: [{ ...plan, name: 'Publishing plan', columns: [] }],
    },
  },
  ru: {
    name: 'Редакция',
    description: 'Статьи и посты от идеи до даты выхода',
    content: {
      boards: [
        {
          name: 'План публикаций',
          columns: [
            { title: 'Идеи' },
            { title: 'Пишем', wipLimit: 5 },
            { title: 'Редактура', wipLimit: 3 },
            { title: 'Запланировано' },
            { title: 'Опубликовано', isDone: true },
          ],
        },
      ],
      tasks: [
        {
          title: 'Собрать десять идей на следующий месяц',
          column: 1,
          dueInDays: 7,
          checklist: ['О чём спрашивают клиенты', 'Новости отрасли', 'Что уже хорошо зашло'],
        },
        {
          title: 'Статья: как мы работаем',
          description: 'Пример. Чек-лист — путь каждой статьи; для следующей продублируйте карточку.',
          column: 2,
          dueInDays: 10,
          stickers: ['Статья'],
          fields: { Канал: 'Блог' },
          checklist: [
            'План',
            'Черновик',
            'Факты и цифры проверены',
            'Иллюстрации с подписями',
            'Заголовок и анонс',
            'Опубликовано и анонсировано',
          ],
        },
        {
          title: 'Рассылка недели',
          column: 2,
          dueInDays: 5,
          recurrence: weekly,
          stickers: ['Новость'],
          fields: { Канал: 'Рассылка' },
          checklist: ['Выбрать три темы', 'Написать вступление', 'Отправить пробное письмо', 'Отправить'],
        },
      ],
      stickers: [
        { name: 'Статья', color: '#1971c2' },
        { name: 'Новость', color: '#c2410c' },
        { name: 'Интервью', color: '#7048e8' },
        { name: 'Инструкция', color: '#2b8236' },
      ],
      fields: [
        {
          name: 'Канал',
          type: 'select',
          showsOnCard: true,
          options: [
            { name: 'Блог', color: '#1971c2' },
            { name: 'Рассылка', color: '#c2410c' },
            { name: 'Соцсети', color: '#c2255c' },
            { name: 'Видео', color: '#7048e8' },
          ],
        },
        { name: 'Дата выхода', type: 'date', showsOnCard: true },
        { name: 'Черновик', type: 'url' },
      ],
      views: [{ ...plan, name: 'План выхода', columns: [] }],
    },
  },
}
