export default {
  errors: {
    agent_not_found: 'This agent doesn’t exist or was stopped',
    proposal_not_found: 'This proposal doesn’t exist',
    proposal_decided: 'You have already decided about this proposal',
    proposal_outdated: 'A task has been changed since this was proposed. Reject it, or ask the agent again.',
    proposal_refused: 'This is not possible any more: {refusal}',
    own_session_required: 'Only you can do this, not an application or a token. Sign in to Atrium.',
    nothing_to_undo: 'There is nothing to undo: you have not made this change, or it is too long ago',
    not_undoable: 'This cannot be undone',
    single_task_only: 'can be changed for one task at a time; call the tool once for each task',
  },
} as const
