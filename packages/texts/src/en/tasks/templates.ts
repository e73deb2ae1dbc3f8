export default {
  errors: {
    template_not_found: 'Template not found',
    not_template_owner: 'Only the owner of this template can change it',
    too_many_templates: 'There can be at most {limit} templates; delete one first',
    template_too_large: 'A template can have at most {limit} tasks and {kilobytes} kB of text',

    one_content_expected: 'send the content as task, board or project',
    other_kind_of_template: 'the template is of another kind',
    template_needs_project: 'templates of tasks and boards belong to a project',
    project_template_has_no_project: 'templates of projects belong to no project',
    only_project_templates_shared: 'only templates of projects can be shared',
    one_template_expected: 'name either templateId or builtIn',
    not_in_template: 'the template has no such place',
    name_repeated: 'the template already has this name',
    first_task_has_no_parent: 'the first task is the parent of the others',
  },
  kanban: {
    name: 'Kanban',
    description: 'A steady flow of work, with limits on what is in progress',
    board: 'Board',
    columns: ['Backlog', 'To do', 'In progress', 'Review', 'Done'],
    tasks: [
      {
        title: 'Collect the work you know about',
        description: 'One card for each piece of work. Details can wait until someone starts it.',
        checklist: ['Add a card for each piece of work', 'Put the most important ones on top'],
      },
      {
        title: 'Agree on limits for work in progress',
        description:
          'The columns In progress and Review take three cards each. When one is full, finish something before you start the next.',
      },
      {
        title: 'Invite your team',
        checklist: ['Invite people in the project’s Members tab', 'Show them this board'],
      },
    ],
    stickers: ['Bug', 'Feature', 'Improvement'],
    views: ['Due this week'],
  },
  scrum: {
    name: 'Scrum',
    description: 'Sprints with story points, from the product backlog to the review',
    board: 'Sprint board',
    columns: ['Product backlog', 'Sprint backlog', 'In progress', 'Review', 'Done'],
    tasks: [
      {
        title: 'As a user, I want to sign in, so that I see my own data',
        description: 'An example of a user story: who wants what, and why.',
        checklist: ['Acceptance criteria are written down', 'Estimated by the team'],
      },
      {
        title: 'Plan the first sprint',
        checklist: [
          'Agree on the goal of the sprint',
          'Move stories to the sprint backlog',
          'Check that the points fit the team’s capacity',
        ],
      },
      {
        title: 'Sprint review and retrospective',
        checklist: ['Show what is done', 'What went well?', 'What do we change in the next sprint?'],
      },
    ],
    stickers: ['Story', 'Bug', 'Spike', 'Tech debt'],
    fields: [{ name: 'Story points' }, { name: 'Sprint', options: ['Sprint 1', 'Sprint 2', 'Sprint 3'] }],
    views: ['Sprint 1', 'Not estimated'],
  },
  onboarding: {
    name: 'Onboarding',
    description: 'A new colleague’s first month, from the contract to the review',
    board: 'First month',
    columns: ['To do', 'In progress', 'Done'],
    tasks: [
      {
        title: 'Prepare the first day',
        checklist: ['Contract signed', 'Desk or delivery arranged', 'Team informed', 'First week planned'],
      },
      {
        title: 'Set up the equipment',
        checklist: ['Laptop', 'Email account', 'Access to tools', 'Security key'],
      },
      {
        title: 'Welcome and introduction',
        checklist: ['Tour', 'Meet the team', 'Lunch together', 'Who to ask about what'],
      },
      { title: 'Read the handbook', checklist: ['How we work', 'Security rules', 'Time off and expenses'] },
      {
        title: 'Finish a first small task',
        description: 'Small enough for a few days, useful enough to be proud of.',
      },
      {
        title: 'Talk after 30 days',
        checklist: ['What goes well?', 'What is missing?', 'Goals for the next two months'],
      },
    ],
    stickers: ['HR', 'IT', 'Team'],
    fields: [
      { name: 'Week', options: ['Before the first day', 'Week 1', 'Week 2', 'Month 1'] },
      { name: 'Buddy' },
    ],
    views: ['Week 1', 'Plan'],
  },
  editorial: {
    name: 'Editorial',
    description: 'Articles and posts from the idea to the publish date',
    board: 'Editorial plan',
    columns: ['Ideas', 'Writing', 'Editing', 'Scheduled', 'Published'],
    tasks: [
      {
        title: 'Collect ten ideas for the next month',
        checklist: ['Questions that customers ask', 'News of the field', 'What worked well so far'],
      },
      {
        title: 'Article: how we work',
        description:
          'An example. The checklist is the way of every article; duplicate the card for the next one.',
        checklist: [
          'Outline',
          'Draft',
          'Facts and numbers checked',
          'Images with captions',
          'Headline and summary',
          'Published and announced',
        ],
      },
      {
        title: 'Newsletter of the week',
        checklist: ['Choose three topics', 'Write the introduction', 'Send a test', 'Send'],
      },
    ],
    stickers: ['Article', 'News', 'Interview', 'Guide'],
    fields: [
      { name: 'Channel', options: ['Blog', 'Newsletter', 'Social media', 'Video'] },
      { name: 'Publish date' },
      { name: 'Draft' },
    ],
    views: ['Publishing plan'],
  },
} as const
