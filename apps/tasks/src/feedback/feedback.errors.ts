import { defineErrors } from '@atrium/core/catalogue'

export const feedbackErrors = defineErrors({
  idea_not_found: { status: 404, en: 'Idea not found', ru: 'Идея не найдена' },
  rating_feedback_day_taken: {
    status: 409,
    en: "You've already rated the product today",
    ru: 'Вы уже оценили продукт сегодня',
  },
})
