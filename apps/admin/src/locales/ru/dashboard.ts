import type { Russian } from '@atrium/ui/translation'
import type en from '../en/dashboard.ts'

const dashboard: Russian<typeof en> = {
  lead: 'Состояние этой установки, обновляется каждые 30 секунд.',
  users: {
    label: 'Активные пользователи',
    archived_one: '{{count}} в архиве',
    archived_few: '{{count}} в архиве',
    archived_many: '{{count}} в архиве',
    archived_other: '{{count}} в архиве',
  },
  signedIn: {
    label: 'Сейчас вошли',
    tokens_one: '{{count}} действующий токен доступа',
    tokens_few: '{{count}} действующих токена доступа',
    tokens_many: '{{count}} действующих токенов доступа',
    tokens_other: '{{count}} действующих токенов доступа',
  },
  today: {
    label: 'Входы сегодня',
    failed_one: '{{count}} неудачный',
    failed_few: '{{count}} неудачных',
    failed_many: '{{count}} неудачных',
    failed_other: '{{count}} неудачных',
  },
  mail: {
    label: 'Письма в очереди',
    failed_one: '{{count}} письмо не отправлено',
    failed_few: '{{count}} письма не отправлены',
    failed_many: '{{count}} писем не отправлено',
    failed_other: '{{count}} письма не отправлено',
  },
  charts: {
    signIns: 'Входы за 30 дней',
    newUsers: 'Новые пользователи за 30 дней',
    utc: 'Дни считаются по UTC.',
    day: 'День',
    succeeded: 'Успешные',
    failed: 'Неудачные',
  },
  failures: {
    title: 'Последние неудачные входы',
    none: 'Неудачных входов нет.',
    unknown: 'Неизвестная учётная запись',
    all: 'Показать все',
  },
  installation: {
    title: 'Эта установка',
    version: 'Версия',
    startedAt: 'Работает с',
    key: 'Возраст ключа подписи',
    keyAge_one: '{{count}} день',
    keyAge_few: '{{count}} дня',
    keyAge_many: '{{count}} дней',
    keyAge_other: '{{count}} дней',
  },
}

export default dashboard
