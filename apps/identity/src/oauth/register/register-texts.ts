/** What the pages around registration say. */
export const texts = {
  en: {
    title: 'Create account',
    asks: 'to continue to',
    invitedBy: (who: string) => `${who} invited you to`,
    someone: 'A project member',
    as: (role: Role) => ` as ${{ viewer: 'a viewer', member: 'a member', manager: 'a manager' }[role]}.`,
    labels: {
      email: 'Email',
      name: 'First name',
      surname: 'Last name',
      password: 'Password',
      phone: 'Phone',
      consent: 'Consent',
    },
    invitedEmail: 'The invitation is for this address.',
    optionalPhone: 'Phone (optional)',
    phoneHint: 'With country code, such as +1 202 555 0100.',
    passwordAgain: 'Enter your password again.',
    passwordHint: 'At least 8 characters, hard to guess.',
    storage: 'By creating an account, you agree that we store the data you enter here.',
    consentMissing: 'Agree to continue',
    submit: 'Create account',
    haveAccount: 'Already have an account?',
    signIn: 'Sign in',
    refused: {
      registration_closed: {
        title: 'Registration is closed',
        lead: 'Administrators create the accounts here. Ask yours for one, then sign in.',
      },
      invitation_required: {
        title: 'You need an invitation',
        lead: 'Ask a colleague to invite you to a project, and open the link in the email you get.',
      },
      invitation_invalid: {
        title: 'This invitation no longer works',
        lead: 'It was used or revoked, or has expired. Open the link in the email again, or ask for a new invitation.',
      },
    },
    confirm: {
      title: 'Check your inbox',
      lead: 'Your account is ready. We’ve sent a confirmation link to',
      instruction: 'Open it to confirm that this address is yours, then continue.',
      go: 'Continue to sign in',
      again: 'Send again',
      sent: 'We’ve sent the email again.',
    },
  },
  ru: {
    title: 'Регистрация',
    asks: 'чтобы продолжить в',
    invitedBy: (who: string) => `${who} приглашает вас в проект`,
    someone: 'Участник проекта',
    as: (role: Role) =>
      `. Ваша роль: ${{ viewer: 'наблюдатель', member: 'участник', manager: 'менеджер' }[role]}.`,
    labels: {
      email: 'Эл. почта',
      name: 'Имя',
      surname: 'Фамилия',
      password: 'Пароль',
      phone: 'Телефон',
      consent: 'Согласие',
    },
    invitedEmail: 'Приглашение отправлено на этот адрес.',
    optionalPhone: 'Телефон (необязательно)',
    phoneHint: 'С кодом страны, например +7 900 123-45-67.',
    passwordAgain: 'Введите пароль ещё раз.',
    passwordHint: 'Не менее 8 символов, чтобы было трудно угадать.',
    storage: 'Регистрируясь, вы соглашаетесь на хранение указанных здесь данных.',
    consentMissing: 'Чтобы продолжить, нужно согласие',
    submit: 'Зарегистрироваться',
    haveAccount: 'Уже есть учётная запись?',
    signIn: 'Войти',
    refused: {
      registration_closed: {
        title: 'Регистрация закрыта',
        lead: 'Учётные записи здесь создают администраторы. Обратитесь к администратору, а затем войдите.',
      },
      invitation_required: {
        title: 'Нужно приглашение',
        lead: 'Попросите коллегу пригласить вас в проект и откройте ссылку из письма.',
      },
      invitation_invalid: {
        title: 'Приглашение больше не действует',
        lead: 'Оно использовано, отозвано или устарело. Откройте ссылку из письма ещё раз или попросите новое приглашение.',
      },
    },
    confirm: {
      title: 'Проверьте почту',
      lead: 'Учётная запись создана. Мы отправили ссылку для подтверждения на адрес',
      instruction: 'Откройте её, чтобы подтвердить, что адрес ваш, и продолжайте.',
      go: 'Продолжить',
      again: 'Отправить ещё раз',
      sent: 'Мы отправили письмо ещё раз.',
    },
  },
}

type Role = 'viewer' | 'member' | 'manager'
