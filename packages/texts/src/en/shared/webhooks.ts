export default {
  errors: {
    webhook_not_found: 'Webhook not found',
    webhook_delivery_not_found: 'Delivery not found; deliveries are listed for 30 days',
    webhook_disabled: 'The webhook is disabled. Enable it, then send the delivery again.',
    too_many_webhooks: 'There can be at most {limit} webhooks. Delete one that is no longer used.',

    unknown_event_type: '“{type}” is no type of event. Known types: {known}',
  },
  test: 'This is a test message from {product}.',
} as const
