const contacts = {} as const

export default contacts
