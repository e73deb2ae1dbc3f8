/** The texts of the application by language, from the plugin in this folder. */
declare module 'virtual:texts' {
  const messages: Record<string, () => Promise<{ default: object; ui: object }>>
  export default messages
}
