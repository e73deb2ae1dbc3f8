export default {
  errors: {
    session_not_found: 'Session not found',
    password_just_changed: 'How you sign in has just been changed; sign in again',
  },
} as const
