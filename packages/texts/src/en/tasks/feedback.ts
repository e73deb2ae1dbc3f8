export default {
  errors: {
    idea_not_found: 'Idea not found',
    rating_feedback_day_taken: "You've already rated the product today",
  },
} as const
