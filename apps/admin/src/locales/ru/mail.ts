import type { Russian } from '@atrium/ui/translation'
import type en from '../en/mail.ts'

const mail: Russian<typeof en> = {
  lead: 'Письма, которые ещё не отправлены. Список обновляется автоматически.',
  states: { all: 'Все', waiting: 'Ждут', failed: 'Ошибки' },
  state: 'Статус',
  services: { identity: 'Учётные записи', tasks: 'Задачи' },
  service: 'Служба',
  allServices: 'Все службы',
  missing: {
    unreachable: {
      title: 'Писем службы задач нет в списке',
      text: 'Служба задач не отвечает. Её письма появятся в списке, когда она ответит.',
    },
    forbidden: {
      title: 'Письма службы задач скрыты',
      text: 'Их видят только администраторы службы задач.',
    },
  },
  kinds: {
    confirm_email: 'Подтверждение адреса почты',
    reset_password: 'Ссылка для сброса пароля',
    email_changed: 'Смена адреса почты',
    password_changed: 'Смена пароля',
    new_sign_in: 'Вход с нового устройства',
    security_changed: 'Изменение настроек безопасности',
    invitation: 'Приглашение в проект',
    notifications: 'Уведомления о задачах',
  },
  statuses: { waiting: 'Ожидает', running: 'Отправляется', failed: 'Ошибка' },
  nobody: 'Получатель неизвестен',
  attempts: 'Попытка {{attempts}} из {{maxAttempts}}',
  next: 'следующая {{date}}',
  why: 'Ошибка',
  retry: 'Повторить',
  retryFor: 'Повторить отправку: {{recipient}}',
  retried: 'Отправляем письмо снова',
  retryAll: 'Повторить все неотправленные',
  allRetried: 'Отправляем снова писем: {{count}}',
  delete: 'Удалить',
  deleteFor: 'Удалить письмо: {{recipient}}',
  deleted: 'Письмо удалено',
  deleteTitle: 'Удалить это письмо?',
  deleteText: 'Оно не будет отправлено. Это действие нельзя отменить.',
  isRunning: 'Письмо уже отправляется.',
  empty: {
    title: 'Очередь пуста',
    all: 'Все письма отправлены.',
    waiting: 'Писем в ожидании нет.',
    failed: 'Неотправленных писем нет.',
  },
}

export default mail
