export default {
  errors: {
    link_expired: 'This link is invalid, expired or already used; request a new one',
    email_already_verified: 'This email address is already confirmed',
    tasks_mail_forbidden: "The task service doesn't let you manage its emails",
    tasks_unavailable: 'The task service is not responding; try again in a moment',

    username_or_token_required: 'is required: send username, or token and password',

    field_token: 'Link',
    field_username: 'Email or phone',
    field_password: 'Password',
  },
} as const
