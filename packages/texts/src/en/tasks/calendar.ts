export default {
  errors: {
    calendar_feed_not_found: 'This calendar doesn’t exist or is no longer available',
    too_many_feeds: 'You can have at most {limit} calendar feeds. Delete one that you no longer use.',
  },
  mine: 'My tasks in {product}',
} as const
