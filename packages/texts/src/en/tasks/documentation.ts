export default {
  errors: {
    guide_not_found: 'There is no guide {page}',
  },
  start: {
    lead: 'The task service: projects, boards, tasks and time.',
    app: 'Open {product}',
    guides: 'Guides',
    api: 'API documentation',
  },
  guides: {
    title: 'Guides',
    lead: 'How to use the task service, with examples you can paste into a terminal.',
    developers: 'Guides for developers',
    interactive: 'Interactive API documentation',
    description: 'Machine-readable description (OpenAPI 3.1)',
  },
} as const
