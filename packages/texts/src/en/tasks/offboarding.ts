export default {
  errors: {
    invalid_offboarding_token: 'The identity service did not sign this request',
    successor_unknown: 'The successor has never signed in to the task service, or is archived',
  },
} as const
