import type { Sentences } from '@atrium/http/translator'

export const feedbackRussian: Sentences = {
  'Idea was not found': 'Идея не найдена',
  'The ideas of others need the permission feedback.read': 'Для чужих идей нужно право feedback.read',
  'Rating feedback with this day already exists': 'Оценка за этот день уже есть',
}
