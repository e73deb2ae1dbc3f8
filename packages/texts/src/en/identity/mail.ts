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
  verification: {
    confirm: 'Confirm your email address',
    confirmLead: 'Confirm that this address is yours.',
    confirmButton: 'Confirm',
    confirmed: 'Email address confirmed',
    confirmedLead: 'Thank you. You can go on.',
    go: 'Continue to {product}',
    asked: 'Confirm your email address',
    askedLead: 'Enter your address, and we’ll email you a link that confirms it.',
    expired: 'This link no longer works',
    expiredLead: 'It has expired or was already used. We can email you a new one.',
    email: 'Email',
    send: 'Send a new link',
    sent: 'Check your email',
    sentLead: 'If your address still needs to be confirmed, we’ve sent a new link. It works for 24 hours.',
  },
  passwordReset: {
    requested: 'If an account exists, we’ve sent a reset link',
    done: 'Your new password is set. You can now sign in.',
  },
  confirmationEmail: {
    subject: 'Confirm your email address',
    text: 'Confirm that this address is yours. The link works once and expires in 24 hours.',
    label: 'Confirm email address',
    footnote: 'If you didn’t create an {product} account, you can ignore this email.',
  },
  passwordResetEmail: {
    subject: 'Reset your password',
    text: 'We received a request to reset your password. The link works once and expires in 1 hour.',
    label: 'Set a new password',
    footnote: 'If you didn’t request this, you can ignore this email. Your password won’t change.',
  },
  emailCodeEmail: {
    subject: 'Your sign-in code',
    text: 'Enter this code on the page where you asked for it. It works once and expires in 10 minutes.',
    footnote:
      'If you didn’t ask for it, ignore this email. Never tell the code to anyone: nobody at {product} will ask for it.',
  },
  emailChangedEmail: {
    subject: 'Your email address was changed',
    text: 'Your {product} account now uses a different email address. You can no longer sign in with this one.',
    footnote: 'If this wasn’t you, contact your administrator immediately.',
  },
  passwordChangedEmail: {
    subject: 'Your password was changed',
    text: 'The password of your {product} account was changed, and all other sessions were ended.',
    footnote: 'If this wasn’t you, reset your password now and contact your administrator.',
  },
  securityEmail: {
    two_factor_on: {
      subject: 'Two-factor authentication turned on',
      text: 'Signing in to your {product} account now requires a code from your authenticator app in addition to your password.',
    },
    two_factor_off: {
      subject: 'Two-factor authentication turned off',
      text: 'Signing in to your {product} account no longer requires a code from an authenticator app.',
    },
    recovery_codes_renewed: {
      subject: 'New recovery codes created',
      text: 'New recovery codes were created for your {product} account. The old ones no longer work.',
    },
    passkey_added: {
      subject: 'Passkey added',
      text: 'This passkey can now be used to sign in to your {product} account:',
    },
    passkey_removed: {
      subject: 'Passkey removed',
      text: 'This passkey can no longer be used to sign in to your {product} account:',
    },
    personal_token_created: {
      subject: 'Personal access token created',
      text: 'Programs can now use this personal access token to work with your tasks in {product}:',
    },
  },
  securityFootnote: 'If this wasn’t you, change your password now and contact your administrator.',
  newSignInEmail: {
    subject: 'New sign-in to your account',
    text: 'Your {product} account was signed in to from a new browser:',
    unknown: 'Unknown browser',
    joined: '{browser} on {system}',
    footnote:
      'If this wasn’t you, change your password now, which ends all other sessions, and contact your administrator.',
  },
  greeting: '{name, select, none {Hi,} other {Hi {name},}}',
} as const
