/** What the registration page and the account pages say about a password; the hints by problem and weak spot. */
export const strengthTexts = {
  en: {
    levels: ['Can’t be used', 'Fair', 'Good', 'Strong'],
    hints: {
      too_short: 'Use at least 8 characters.',
      too_long: 'Use at most 128 characters.',
      too_easy_to_guess: 'This password is too easy to guess.',
      own: 'Avoid your name, email address and phone number.',
      common: 'Common words and passwords are easy to guess.',
      pattern: 'Patterns such as “1234”, “qwerty”, “aaaa” or dates are easy to guess.',
      longer: 'Longer is stronger: try four unrelated words.',
    },
  },
  ru: {
    levels: ['Не подходит', 'Средний', 'Хороший', 'Надёжный'],
    hints: {
      too_short: 'Не менее 8 символов.',
      too_long: 'Не более 128 символов.',
      too_easy_to_guess: 'Такой пароль слишком легко угадать.',
      own: 'Не используйте своё имя, адрес почты и телефон.',
      common: 'Распространённые слова и пароли легко угадать.',
      pattern: 'Последовательности вроде «1234», «qwerty», «aaaa» и даты легко угадать.',
      longer: 'Чем длиннее, тем надёжнее: попробуйте четыре не связанных слова.',
    },
  },
}
