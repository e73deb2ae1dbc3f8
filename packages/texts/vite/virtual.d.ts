/** The names of months and weekdays in all languages; calendars import it. */
declare module 'virtual:calendar-languages' {}

/** The texts of the application by language, from the plugin in this folder. */
declare module 'virtual:texts' {
  const messages: Record<string, () => Promise<{ default: object; ui: object }>>
  export default messages
}
