/**
 * The units of a duration that people type, in all languages, as alternatives of a regular expression. They are apart from the packs of words
 * because the first screen needs them, and the packs are loaded later.
 */
export const durationWords = [
  { hour: 'h|hrs?|hours?', minute: 'm|mins?|minutes?' },
  { hour: 'ч|час|часа|часов', minute: 'м|мин|минут[аы]?' },
]
