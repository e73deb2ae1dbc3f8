export default {
  errors: {
    permission_required: 'You need the permission {permission}',
    scope_required: 'The token lacks the scope {scope}',
    outside_token_projects: 'This token is limited to some projects and does not allow this',
    agent_only_proposes:
      'This agent can only propose changes through the MCP server; its user has to accept them in Atrium',
    not_a_member: "You're not a member of this project",
    role_too_low: 'Your role in this project is {role}; this requires {requiredRole}',
    record_deleted: 'This has been deleted',
    project_archived: 'The project is archived; restore it first',
  },
} as const
