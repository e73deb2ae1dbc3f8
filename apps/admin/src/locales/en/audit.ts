const audit = {} as const

export default audit
