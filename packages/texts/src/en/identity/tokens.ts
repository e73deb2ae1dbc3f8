export default {
  errors: {
    session_not_found: 'Session not found',
    password_just_changed: 'The password has just been changed; sign in with the new one',
  },
} as const
