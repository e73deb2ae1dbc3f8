/**
 * The tables that do not belong to projects. Everything else has the project of each record, so that a database that distributes
 * tables by a column can keep a project in one place; see docs/scaling.md.
 */
export const notOfProjects = {
  /** One row for each user, or rows that only their user reads; a project in them may be missing. */
  perUser: {
    users: 'the user',
    user_roles: 'a role of a user in the service',
    user_settings: 'what a user has chosen',
    notifications: 'read by the user who gets them, from all projects at once',
    import_jobs: 'of a user; its project may not exist yet',
    push_subscriptions: 'of a browser of a user',
    calendar_feeds: 'of a user, for one project or for all',
    agents: 'what acts for a user, in all of their projects',
    proposals: 'what an agent wants to change, in several projects at once',
    saved_views: 'of a user, for one project or for all',
    templates: 'of a user or a project',
    stream_tokens: 'of a user',
    idempotent_requests: 'answers to the requests of a user',
    rating_feedback: 'of a user',
    idea_feedback: 'of a user',
    session_refreshes: 'of a session',
    used_sign_in_states: 'of a sign-in',
  },
  /** Small, read by everyone, or about the installation itself. */
  perInstallation: {
    roles: 'of the service',
    permissions: 'of the service',
    role_permissions: 'of the service',
    task_priorities: 'the same in all projects',
    stickers: 'of a project or for all projects',
    groups: 'of the identity service; one can be a team of many projects',
    group_members: 'of a group',
    audit_entries: 'of the service',
    audit_shipping: 'of the service',
    event_consumers: 'of the service',
    push_keys: 'of the installation',
    instances: 'the running processes',
    schema_migrations: 'of the service',
  },
}

/** Release 0.2 joins these with tables that have a `project_id`, and does not say whose it means. */
const otherNames: Record<string, string> = {
  board_columns: 'board_project_id',
  time_intervals: 'task_project_id',
  projects: 'id',
}

/** The column that says which project a record of the table belongs to. */
export function projectColumnOf(table: string) {
  return otherNames[table] ?? 'project_id'
}
