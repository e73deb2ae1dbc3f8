/** JSON that is sent as it is: PostgreSQL has written it as the contract's reply declares it. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A file that is sent instead of a JSON reply. */
export class TextFile {
  readonly name: string
  readonly type: string
  readonly text: string

  constructor(name: string, type: string, text: string) {
    this.name = name
    this.type = type
    this.text = text
  }
}
