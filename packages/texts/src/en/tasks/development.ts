export default {
  errors: {
    no_user_yet: 'There are no users yet to own the project; sign in once',
  },
} as const
