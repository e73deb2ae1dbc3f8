import type { Sentences } from '@atrium/http/translator'

export const mailRussian: Sentences = {
  'This link is unknown, was used before or has expired; ask for a new one':
    'Ссылка неизвестна, уже использована или устарела; запросите новую',
  'This e-mail address is confirmed already': 'Этот адрес электронной почты уже подтверждён',
  'is required: send username, or token and password': 'укажите username или token вместе с password',
  'Mail job was not found': 'Письмо в очереди не найдено',
  'This email is being sent right now': 'Письмо уже отправляется',
  'The task service does not answer; try again in a moment':
    'Служба задач не отвечает; попробуйте чуть позже',
  'The task service does not let you manage its emails':
    'Служба задач не разрешает вам управлять её письмами',

  // The fields of the pages that a mailed link opens.
  token: 'Ссылка',
  username: 'Эл. почта или телефон',
  password: 'Пароль',
}
