/** What chats get: short sentences about events. */
export default {
  sentences: {
    user_created: 'New user: {name}',
    user_updated: '{actor} changed the profile of {name}',
    user_archived: '{name} was archived by {actor}',
    user_restored: '{name} was restored by {actor}',
    user_erased: 'The data of a user was erased by {actor}',
    user_password_changed: 'The password of {name} was changed',
    user_two_factor_on: '{name} turned on two-factor sign-in',
    user_two_factor_off: 'Two-factor sign-in of {name} was turned off by {actor}',
    session_started: '{name} signed in',
    session_ended: 'Sessions of {name} were ended',
    sign_in_failed: 'A sign-in failed{name, select, none {} other {: {name}}}',
    role_changed:
      '{actor} changed roles ({type}){name, select, none {} other {: {name}}}{role, select, none {} other {, {role}}}',
    group_member_added: '{actor} added a member to the group {name}',
    group_member_removed: '{actor} removed a member from the group {name}',
  },
  /** For events without a sentence of their own. */
  other: '{actor}: {type}{name, select, none {} other {, {name}}}',
  disabledEmail: {
    subject: 'A webhook was turned off',
    text: 'Atrium no longer sends events to {host}, because it does not accept them any more. The list of deliveries says why.',
    button: 'Open webhooks',
    footnote: 'You get this email because you can manage webhooks.',
  },
} as const
