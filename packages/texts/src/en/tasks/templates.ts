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
} as const
