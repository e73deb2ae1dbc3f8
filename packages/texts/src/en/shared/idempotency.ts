export default {
  errors: {
    in_progress: 'The first request with this key is still in progress; try again in a moment',

    visible_characters_expected: 'must be 1 to 255 visible characters',
    key_already_used: 'was already used for another request; choose a new one',
  },
} as const
