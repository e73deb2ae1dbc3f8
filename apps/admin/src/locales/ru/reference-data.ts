import type { Russian } from '@atrium/ui/translation'
import type en from '../en/reference-data.ts'

const referenceData: Russian<typeof en> = {
  lead: 'Списки, из которых пользователи выбирают значения в профиле.',
  tabs: { cities: 'Города', languages: 'Языки', posts: 'Должности' },
  search: { cities: 'Поиск города', languages: 'Поиск языка', posts: 'Поиск должности' },
  create: { cities: 'Новый город', languages: 'Новый язык', posts: 'Новая должность' },
  text: {
    cities: 'Где живут пользователи. Город также определяет часовой пояс.',
    languages: 'Предпочитаемые языки пользователей.',
    posts: 'Кем работают пользователи.',
  },
  count_one: '{{count}} запись',
  count_few: '{{count}} записи',
  count_many: '{{count}} записей',
  count_other: '{{count}} записи',
  edit: 'Изменить {{name}}',
  delete: 'Удалить {{name}}',
  saved: 'Сохранено: {{name}}',
  deleted: 'Удалено: {{name}}',
  deleteTitle: 'Удалить {{name}}?',
  deleteText: 'Это действие нельзя отменить. Записи, выбранные в профилях, удалить нельзя.',
  inUse: '{{name}} нельзя удалить: значение выбрано в чьём-то профиле.',
  taken: 'Такая запись уже есть.',
  empty: { title: 'Записи не найдены', text: 'Измените запрос или создайте первую запись.' },
  fields: {
    name: 'Название',
    region: 'Регион',
    country: 'Страна',
    timeZone: 'Часовой пояс',
    code: 'Код',
    codeText: 'По BCP 47, например en или pt-BR',
    languageName: 'Название по-английски',
    nativeName: 'Название на этом языке',
    description: 'Описание',
  },
  clear: 'Очистить',
  nothing: 'Ничего не найдено',
}

export default referenceData
