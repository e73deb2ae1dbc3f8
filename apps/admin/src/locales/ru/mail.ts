import type { Russian } from '@atrium/ui/translation'
import type en from '../en/mail.ts'

const mail: Russian<typeof en> = {
  lead: 'Письма, которые ещё не отправлены. Список обновляется автоматически.',
  states: { all: 'Все', waiting: 'Ждут', failed: 'Не ушли' },
  state: 'Статус',
  services: { identity: 'Учётные записи', tasks: 'Задачи' },
  service: 'Служба',
  allServices: 'Все службы',
  missing: {
    unreachable: {
      title: 'Писем службы задач здесь нет',
      text: 'Служба задач не отвечает. Её письма появятся в списке, как только она ответит.',
    },
    forbidden: {
      title: 'Письма службы задач скрыты',
      text: 'Их видят только администраторы службы задач.',
    },
  },
  kinds: {
    confirm_email: 'Подтверждение адреса почты',
    reset_password: 'Ссылка для нового пароля',
    email_changed: 'Сообщение о смене адреса почты',
    password_changed: 'Сообщение о смене пароля',
    new_sign_in: 'Сообщение о входе из нового браузера',
    security_changed: 'Сообщение об изменении защиты',
    invitation: 'Приглашение в проект',
    notifications: 'Уведомления о задачах',
  },
  statuses: { waiting: 'Ждёт', running: 'Отправляется', failed: 'Не ушло' },
  nobody: 'Получатель неизвестен',
  attempts: 'Попытка {{attempts}} из {{maxAttempts}}',
  next: 'следующая {{date}}',
  why: 'Почему не ушло',
  retry: 'Повторить',
  retryFor: 'Повторить письмо для {{recipient}}',
  retried: 'Письмо отправляется снова.',
  retryAll: 'Повторить все неотправленные',
  allRetried: 'Отправляется снова писем: {{count}}.',
  delete: 'Удалить',
  deleteFor: 'Удалить письмо для {{recipient}}',
  deleted: 'Письмо удалено.',
  deleteTitle: 'Удалить это письмо?',
  deleteText: 'Оно никогда не уйдёт. Отменить это нельзя.',
  isRunning: 'Письмо уже отправляется.',
  empty: {
    title: 'Очередь пуста',
    all: 'Все письма ушли.',
    waiting: 'Ни одно письмо не ждёт.',
    failed: 'Неотправленных писем нет.',
  },
}

export default mail
